public import CampusCatalog
public import FeedKit
public import StoreInterface

extension SnapshotStore {
  /// All favorites, by the bytes of their ids.
  public func favorites() async throws(StoreError) -> [Favorite] { try await connection.read { try FavoriteRow.all(in: $0) } }

  /// Keeps a favorite; one with its id that is there already stays as it is.
  public func addFavorite(_ favorite: Favorite) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.addFavorite(favorite))
  }

  /// Forgets these favorites; ids that are none are passed over.
  public func removeFavorites(_ ids: [EntryID]) async throws(StoreError) {
    try connection.checkOpen()
    try await commits.commit(.removeFavorites(ids))
  }
}
