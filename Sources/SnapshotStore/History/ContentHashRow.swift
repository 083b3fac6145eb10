import GRDB

/// The row of the content hash of a catalog, by the contents that the catalog is made of, so that writing the same catalog again needs
/// no hashing.
struct ContentHashRow {
  /// The content of the campus lines.
  let campuses: ContentID
  /// The content that lists the entry lines (`RunPart`).
  let parts: ContentID
  /// The SHA-256 in the catalog's `contentHash`.
  let hash: ContentID

  /// Returns the hash of a catalog; nil if it is not stored, or the row is damaged.
  static func hash(campuses: ContentID, parts: ContentID, in database: Database) throws -> ContentID? {
    let bind = { (row: inout RowWriter) in
      row.content(campuses)
      row.content(parts)
    }
    return try firstIntact("WHERE campuses = ? AND parts = ?", bind, in: database)?.hash
  }
}

extension ContentHashRow: StoredRow {
  static let table = StoredTable("content_hash", ["campuses", "parts", "hash"], or: .replace)

  init(reading row: inout RowReader) throws {
    self.init(campuses: row.content(), parts: row.content(), hash: row.content())
    try row.verify("the content hash of a catalog")
  }

  func write(to row: inout RowWriter) {
    row.content(campuses)
    row.content(parts)
    row.content(hash)
  }
}
