import CampusCatalog
import FeedKit
import GRDB
import OpeningHours

/// The row of an entry of a stream, as the first result that had it delivered it. Rows are never removed.
struct StreamEntryRow: StoredRow {
  static let columns = "entry, snapshot, at, line, check_sum"
  static let insertion = """
    INSERT INTO stream_entry (entry, snapshot, at, line, check_sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT (entry) DO NOTHING
    """

  let entry: EntryID
  /// The number of the result that first had the entry. It may have been removed.
  let snapshot: Int
  let at: Instant
  /// The canonical line of the entry, without its line feed.
  let line: String

  init(entry: EntryID, snapshot: Int, at: Instant, line: [UInt8]) {
    self.entry = entry
    self.snapshot = snapshot
    self.at = at
    self.line = String(decoding: line, as: UTF8.self)
  }

  init(reading row: inout RowReader) throws {
    let entry = row.text()
    snapshot = row.integer()
    let at = row.instant()
    line = row.text()
    try row.verify("the entry \(entry) of a stream")
    guard let id = EntryID(entry), let at else { throw DamagedRow("the entry \(entry) of a stream") }
    self.entry = id
    self.at = at
  }

  func write(to row: inout RowWriter) {
    row.text(entry.description)
    row.integer(snapshot)
    row.instant(at)
    row.text(line)
  }

  /// Returns the rows that a condition selects, sorted by entry.
  ///
  /// - Parameter condition: a WHERE clause, or empty.
  static func all(_ condition: String, _ arguments: StatementArguments = [], in database: Database) throws -> [StreamEntryRow] {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM stream_entry \(condition) ORDER BY entry")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var entries: [StreamEntryRow] = []
    while try rows.next() != nil {
      var reader = RowReader(statement)
      entries.append(try StreamEntryRow(reading: &reader))
    }
    return entries
  }
}
