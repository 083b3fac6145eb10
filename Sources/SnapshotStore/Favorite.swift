import GRDB

/// An entry that the user marked as a favorite.
public struct Favorite: Sendable, Hashable {
  /// The id when the entry was marked. By now it may be an alias of another entry, or gone.
  public let id: EntryID
  /// The name when the entry was marked, to show if the entry is gone. Nil if it had none.
  public let name: String?
  /// When the entry was marked.
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
