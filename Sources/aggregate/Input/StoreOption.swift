import ArgumentParser
import FeedCore
import SnapshotStore

/// The option of commands that look at a store.
struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The store.", valueName: "file"), completion: .file())
  var store: String?

  func path(_ world: World) throws(Failure) -> String {
    try LiveOptions.storePath(try world.settings(), world, flag: store)
  }

  /// The store, to read.
  ///
  /// - Throws: exit 4 where there is none.
  func open(_ world: World) throws(Failure) -> SnapshotStore {
    let path = try path(world)
    guard let store = try StoredCatalog.open(path) else {
      throw Failure(.nothing, "there is no store at \(path) yet; run `aggregate` first, or name a store with --store")
    }
    return store
  }

  /// Asks the store; what goes wrong with it is exit 5.
  static func ask<Value>(_ body: () async throws(StoreError) -> Value) async throws(Failure) -> Value {
    do throws(StoreError) { return try await body() } catch { throw Failure(.local, "\(error.detail) (\(error.reason))") }
  }

  /// A result by its number.
  ///
  /// - Throws: exit 4 where there is none.
  static func snapshot(_ id: Int, in store: SnapshotStore) async throws(Failure) -> SnapshotRecord {
    let record = try await ask { () async throws(StoreError) in try await store.snapshot(id) }
    guard let record else { throw Failure(.nothing, "there is no snapshot \(id) in \(store.path); `aggregate snapshots` lists them") }
    return record
  }
}
