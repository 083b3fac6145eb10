import GRDB
import SnapshotStore

/// The contents of an index in one transaction.
struct IndexView {
  let database: Database
  /// The `IndexKey.text` of the data that the index was built from.
  let key: String
  /// The `IndexKey.edition` of the data that the index was built from.
  let edition: String
  /// The number of places.
  let count: Int
  /// The number of rows, including those whose places are gone.
  let capacity: Int
  let order: RowOrder
  let packer: LinePacker

  /// Reads the index; nil if it was never finished.
  init?(_ database: Database) throws {
    // A text in place of a number would be read as zero.
    let query = """
      SELECT key, edition, places, capacity, base, late,
        typeof(places) = 'integer' AND typeof(capacity) = 'integer' AND typeof(base) = 'integer' FROM meta
      """
    let meta = try database.rows(query) { row in
      (
        key: row.text(), edition: row.text(), places: row.integer(), rows: row.integer(), base: row.integer(), late: row.blob(),
        hasNumbers: row.integer() == 1
      )
    }.next()
    guard let meta else { return nil }
    guard meta.hasNumbers, meta.places >= 0, meta.base >= 0, meta.base <= meta.rows, let late = [RowOrder.LateRow](stored: meta.late),
      late.allSatisfy({ (meta.base..<meta.rows).contains($0.row) && (0...meta.base).contains($0.next) })
    else { throw Self.damage("meta") }
    self.database = database
    (key, edition, count, capacity) = (meta.key, meta.edition, meta.places, meta.rows)
    order = RowOrder(base: meta.base, late: late)
    guard let dictionary = try database.rows("SELECT bytes FROM dictionary", [], { $0.blob() }).next() else {
      throw Self.damage("dictionary")
    }
    packer = try LinePacker(dictionary: dictionary)
  }

  static func damage(_ what: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index with a damaged \(what)")
  }

  // MARK: - Places

  /// Returns the entry in a row.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the row has no place, or its line is damaged.
  func entry(_ row: Int) throws -> Entry {
    let line = try database.rows("SELECT line FROM place WHERE row = ?", [row]) { $0.blob() }.next()
    guard let line else { throw Self.damage("row \(row)") }
    return try packer.entry(line)
  }

  /// Returns the first base row whose place meets a condition that all later ones meet too, or a row without a place just before it; the
  /// number of base rows if there is none.
  func firstBase(where matches: (_ row: Int) throws -> Bool) throws -> Int {
    try (0..<order.base).partitioningIndex { try rows(in: $0..<order.base, limit: 1).first.map(matches) ?? true }
  }

  /// Returns the first rows in a range that have places, ascending.
  func rows(in range: Range<Int>, limit: Int) throws -> [Int] {
    let query = "SELECT row FROM place WHERE row >= ? AND row < ? ORDER BY row LIMIT ?"
    return try Array(database.rows(query, [range.lowerBound, range.upperBound, limit]) { $0.integer() })
  }

  /// Whether the openings of a UTC day are stored. The day is a number of days since 1970-01-01.
  func hasOpenings(ofDay day: Int64) throws -> Bool {
    try database.integer("SELECT 1 FROM day WHERE day = ?", [Int(day)]) != nil
  }
}
