import GRDB

extension SnapshotStore {
  /// Returns all favorites, sorted by the bytes of their ids.
  public func favorites() async throws(StoreError) -> [Favorite] {
    try await connection.read { try Array(Favorite.rows("ORDER BY entry", in: $0)) }
  }

  /// Adds a favorite. Does nothing if there is one with the same id.
  /// The favorite is on the disk when this returns.
  public func addFavorite(_ favorite: Favorite) async throws(StoreError) {
    try await commits.commit(CommitQueue.Write(size: 256) { try favorite.insert(in: $0) })
  }

  /// Removes favorites. Ignores ids that are not favorites.
  public func removeFavorites(_ ids: [EntryID]) async throws(StoreError) {
    try await commits.commit(
      CommitQueue.Write(size: ids.count * 256) { database in
        for id in ids { try database.execute("DELETE FROM favorite WHERE entry = ?", [id.description]) }
      })
  }
}
