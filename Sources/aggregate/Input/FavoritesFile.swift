import CampusCatalog
import FeedKit
import SnapshotStore
import StoreInterface

/// The favorites of a store.
struct FavoritesFile {
  /// The path of the store, or the reason why there is none.
  let path: Result<String, Failure>
  /// The store, if it is open already.
  let store: SnapshotStore?

  /// Nil if there is no store yet.
  func all() async throws(Failure) -> [Favorite]? {
    guard let store = if let store { store } else { try StoreOption.openIfPresent(try path.get()) } else { return nil }
    do throws(StoreError) { return try await store.favorites() } catch {
      throw Failure(.local, StoreRepair.message(error, at: try path.get()))
    }
  }

  /// Creates the store if there is none.
  func add(_ favorite: Favorite) async throws(Failure) {
    try await write { (store) async throws(StoreError) in try await store.addFavorite(favorite) }
  }

  func remove(_ ids: [EntryID]) async throws(Failure) {
    try await write { (store) async throws(StoreError) in try await store.removeFavorites(ids) }
  }

  private func write(_ change: (SnapshotStore) async throws(StoreError) -> Void) async throws(Failure) {
    let path: String
    do throws(Failure) { path = try self.path.get() } catch { throw Failure(.usage, error.message ?? "there is no store") }
    do throws(StoreError) { try await SnapshotStore.using(path: path, change) } catch {
      throw Failure(.local, StoreRepair.message(error, at: path))
    }
  }
}
