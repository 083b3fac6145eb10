public import Aggregation
public import CampusCatalog
import GRDB
public import OpeningHours

/// An entry that the user marked as a favorite.
public struct Favorite: Sendable, Hashable {
  /// The id when the entry was marked. By now it may be an alias of another entry, or gone.
  public let id: EntryID
  /// The name when the entry was marked, to show if the entry is gone. Nil if it had none.
  public let name: String?
  public let addedAt: Instant

  public init(id: EntryID, name: String?, addedAt: Instant) {
    self.id = id
    self.name = name
    self.addedAt = addedAt
  }
}

/// The row of a favorite does not refer to other rows: a favorite outlives the results that have the entry.
extension Favorite: StoredRow {
  static let table = StoredTable("favorite", ["entry", "name", "added_at"], or: .ignore)

  init(reading row: inout RowReader) throws {
    let entry = row.text()
    name = row.optionalText()
    addedAt = row.instant()
    id = try row.verify("the favorite \(entry)", EntryID(entry))
  }

  var values: [any ColumnValue] { [id.description, name, addedAt] }
}

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
