import Aggregation
import ArgumentParser
import CatalogSession
import Foundation
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
    do throws(StoreError) { return try SnapshotStore.openToRead(path) } catch { throw Failure(error, at: path) }
  }

  static func stored(_ path: String) throws(Failure) -> StoredCatalog { StoredCatalog(try openIfPresent(path), path: path) }
}

extension SnapshotStore {
  /// Opens a store without writing to it, except that a store of an older version is migrated.
  ///
  /// - Throws: the reason why the store cannot be used.
  static func openToRead(_ path: String) throws(StoreError) -> SnapshotStore {
    if let store = try? open(path: path, readOnly: true) { return store }
    return try open(path: path)
  }
}
