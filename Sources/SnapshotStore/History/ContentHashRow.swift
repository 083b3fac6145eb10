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

  /// Returns the hash of the catalog of a run; nil if it is not stored, or the row is damaged.
  static func hash(of run: RunRecord, in database: Database) throws -> ContentID? {
    try firstIntact("WHERE campuses = ? AND parts = ?", [run.campuses, run.parts], in: database)?.hash
  }
}

extension ContentHashRow: StoredRow {
  static let table = StoredTable("content_hash", ["campuses", "parts", "hash"], or: .replace)

  init(reading row: inout RowReader) throws {
    self.init(campuses: row.content(), parts: row.content(), hash: row.content())
    try row.verify("the content hash of a catalog")
  }

  var values: [any ColumnValue] { [campuses, parts, hash] }
}
