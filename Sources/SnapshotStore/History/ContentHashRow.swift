import FeedKit
import Foundation
import GRDB

/// The row of the content hash of a catalog, by the contents that the catalog is made of, so that writing the same catalog again needs
/// no hashing.
struct ContentHashRow: StoredRow {
  static let columns = "campuses, parts, hash, check_sum"
  static let insertion = "INSERT OR REPLACE INTO content_hash (campuses, parts, hash, check_sum) VALUES (?, ?, ?, ?)"

  /// The content of the campus lines.
  let campuses: ContentID
  /// The content that lists the entry lines, a `PartList`.
  let parts: ContentID
  /// The SHA-256 in the catalog's `contentHash`.
  let hash: ContentID

  init(campuses: ContentID, parts: ContentID, hash: ContentID) {
    self.campuses = campuses
    self.parts = parts
    self.hash = hash
  }

  init(reading row: inout RowReader) throws {
    let ids = (campuses: row.content(), parts: row.content(), hash: row.content())
    try row.verify("the content hash of a catalog")
    guard let campuses = ids.campuses, let parts = ids.parts, let hash = ids.hash else {
      throw DamagedRow("the content hash of a catalog")
    }
    self.init(campuses: campuses, parts: parts, hash: hash)
  }

  func write(to row: inout RowWriter) {
    row.content(campuses)
    row.content(parts)
    row.content(hash)
  }

  /// Returns the hash of a catalog; nil if it is not stored, or the row is damaged.
  static func hash(campuses: ContentID, parts: ContentID, in database: Database) throws -> ContentID? {
    let sql = "SELECT \(columns) FROM content_hash WHERE campuses = ? AND parts = ?"
    let found = try database.first(sql) { row in
      row.content(campuses)
      row.content(parts)
    } read: { row in
      try? ContentHashRow(reading: &row)
    }
    return (found ?? nil)?.hash
  }

  /// Reads all rows, to verify their checksums.
  static func verify(in database: Database) throws {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM content_hash")
    let rows = try Row.fetchCursor(statement)
    while try rows.next() != nil {
      var reader = RowReader(statement)
      _ = try ContentHashRow(reading: &reader)
    }
  }
}
