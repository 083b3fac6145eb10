import CampusCatalog
import GRDB

/// The row of a favorite, by the id of its entry. It does not refer to other rows: a favorite outlives the results that have the
/// entry.
struct FavoriteRow: StoredRow {
  /// Does not change an existing favorite.
  static let insertion = "INSERT INTO favorite (entry, name, added_at, check_sum) VALUES (?, ?, ?, ?) ON CONFLICT (entry) DO NOTHING"

  let favorite: Favorite

  init(_ favorite: Favorite) { self.favorite = favorite }

  init(reading row: inout RowReader) throws {
    let entry = row.text()
    let name = row.optionalText()
    let addedAt = row.instant()
    try row.verify("the favorite \(entry)")
    guard let id = EntryID(entry), let addedAt else { throw DamagedRow("the favorite \(entry)") }
    favorite = Favorite(id: id, name: name, addedAt: addedAt)
  }

  func write(to row: inout RowWriter) {
    row.text(favorite.id.description)
    row.text(favorite.name)
    row.instant(favorite.addedAt)
  }

  /// Returns all favorites, sorted by the bytes of their ids.
  static func all(in database: Database) throws -> [Favorite] {
    let statement = try database.cachedStatement(sql: "SELECT entry, name, added_at, check_sum FROM favorite ORDER BY entry")
    let rows = try Row.fetchCursor(statement)
    var favorites: [Favorite] = []
    while try rows.next() != nil {
      var reader = RowReader(statement)
      favorites.append(try FavoriteRow(reading: &reader).favorite)
    }
    return favorites
  }
}
