public import CampusCatalog
import FeedKit
public import StoreInterface

extension SnapshotStore {
  /// Returns all favorites, sorted by the bytes of their ids.
  public func favorites() async throws(StoreError) -> [Favorite] { try await connection.read { try FavoriteRow.all(in: $0) } }

  /// Adds a favorite. Does nothing if there is one with the same id.
  /// The favorite is on the disk when this returns.
  public func addFavorite(_ favorite: Favorite) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.addFavorite(favorite))
  }

  /// Removes favorites. Ignores ids that are not favorites.
  public func removeFavorites(_ ids: [EntryID]) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.removeFavorites(ids))
  }
}
