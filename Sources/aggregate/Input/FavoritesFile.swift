import CampusCatalog
import FeedCore
import SnapshotStore

/// The favorites of a store.
struct FavoritesFile {
  /// Where the store is, or why there is none.
  let path: Result<String, Failure>

  /// Nil where there is no store yet.
  func all() async throws(Failure) -> [Favorite]? {
    guard let store = try StoredCatalog.open(try path.get()) else { return nil }
    do throws(StoreError) { return try await store.favorites() } catch { throw Self.failure(error) }
  }

  /// Makes the store where there is none.
  func add(_ favorite: Favorite) async throws(Failure) {
    do throws(StoreError) {
      try await SnapshotStore.using(path: try location()) { (store) async throws(StoreError) in try await store.addFavorite(favorite) }
    } catch {
      throw Self.failure(error)
    }
  }

  func remove(_ ids: [EntryID]) async throws(Failure) {
    do throws(StoreError) {
      try await SnapshotStore.using(path: try location()) { (store) async throws(StoreError) in try await store.removeFavorites(ids) }
    } catch {
      throw Self.failure(error)
    }
  }

  private func location() throws(StoreError) -> String {
    do throws(Failure) { return try path.get() } catch { throw StoreError("store.none", error.message ?? "there is no store") }
  }

  private static func failure(_ error: StoreError) -> Failure {
    Failure(
      error.reason == "store.none" ? .usage : .local, error.reason == "store.none" ? error.detail : "\(error.detail) (\(error.reason))")
  }
}
