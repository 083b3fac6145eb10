import GRDB

/// The row of an entry of a stream, as the first result that had it delivered it. Rows are never removed.
struct StreamEntryRow {
  let entry: EntryID
  /// The number of the result that first had the entry. It may have been removed.
  let snapshot: Int
  let at: Instant
  /// The canonical line of the entry, without its line feed.
  let line: String
}

extension StreamEntryRow: StoredRow {
  static let table = StoredTable("stream_entry", ["entry", "snapshot", "at", "line"], or: .ignore)

  init(reading row: inout RowReader) throws {
    let entry = row.text()
    snapshot = row.integer()
    at = row.instant()
    line = row.text()
    self.entry = try row.verify("the entry \(entry) of a stream", EntryID(entry))
  }

  var values: [any ColumnValue] { [entry.description, snapshot, at, line] }
}
