import ArgumentParser
import CatalogSession
import FeedKit
import Foundation
import SnapshotStore
import StoreInterface

/// The option of commands that read a store.
struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The store.", valueName: "file"), completion: .file())
  var store: String?

  func path(_ environment: CommandEnvironment) throws(Failure) -> String {
    try LiveOptions.storePath(try environment.settings(), environment, flag: store)
  }

  /// The store, to read.
  ///
  /// - Throws: exit 4 if there is none.
  func open(_ environment: CommandEnvironment) throws(Failure) -> SnapshotStore {
    let path = try path(environment)
    guard let store = try Self.openIfPresent(path) else {
      throw Failure(.nothing, "there is no store at \(path) yet; run `aggregate` first, or name a store with --store")
    }
    return store
  }

  /// Opens a store to read it; nil if there is no file, or an empty one.
  static func openIfPresent(_ path: String) throws(Failure) -> SnapshotStore? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    if attributes[.size] as? Int == 0 { return nil }
    if let store = try? SnapshotStore.open(path: path, readOnly: true) { return store }
    // A store of an older version is migrated; for other stores this throws the reason.
    do throws(StoreError) { return try SnapshotStore.open(path: path) } catch {
      throw Failure(.local, StoreRepair.message(error, at: path))
    }
  }

  /// The catalog of a store.
  static func stored(_ path: String) throws(Failure) -> StoredCatalog { StoredCatalog(try openIfPresent(path), path: path) }
}
