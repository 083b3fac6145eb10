import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import Foundation
import OpeningHours
import SnapshotStore

struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The store to use.", valueName: "file"), completion: .file())
  var store: String?

  /// Opens the store for reading.
  ///
  /// - Throws: `Failure` with exit code 4 if there is no store.
  func open(_ settings: Settings) throws(Failure) -> SnapshotStore {
    let path = try settings.storePath(flag: store)
    guard let store = try Self.openIfPresent(path) else {
      throw Failure(.nothing, "there is no store at \(path) yet; run `aggregate` first, or name a store with --store")
    }
    return store
  }

  /// Opens a store for reading; nil if the file does not exist or is empty.
  static func openIfPresent(_ path: String) throws(Failure) -> SnapshotStore? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    if attributes[.size] as? Int == 0 { return nil }
    do throws(StoreError) { return try SnapshotStore.openToRead(path: path) } catch { throw Failure(error, at: path) }
  }

  static func stored(_ path: String) throws(Failure) -> StoredCatalog { StoredCatalog(try openIfPresent(path), path: path) }
}

extension SnapshotStore {
  /// Parses the value of `--since`, and says which moment an age means.
  func moment(since text: String, now: Instant) async throws -> Instant {
    let zones = try await zones()
    let moment = try PointInTime.moment(text, of: "--since", "a time, or an age such as 30d or 3mo", zones: zones, now: now)
    if PointInTime.isAge(text) { Console.note("since \(moment.zonedText(in: zones))") }
    return moment
  }

  /// Opens a store for writing, and says so if it was migrated.
  static func openToWrite(_ path: String) throws(StoreError) -> SnapshotStore {
    let store = try open(path: path)
    if let backup = store.backup { Console.error(migrationText(store.path, backup)) }
    return store
  }

  /// Opens a store for writing, calls `body` with it, and closes it, even if `body` throws.
  static func using<Value>(
    path: String, _ body: (SnapshotStore) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let store = try openToWrite(path)
    defer { store.close() }
    return try await body(store)
  }

  /// Returns the message about a migration, which happens once for each version.
  static func migrationText(_ path: String, _ backup: String) -> String {
    "the store \(path) had an older format and was converted; \(backup) is a copy of the old file, which you may delete"
  }
}
