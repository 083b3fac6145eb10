import CampusCatalog

/// The rows that some entries have in all tables.
struct EntryRows: Sendable {
  struct Row: Sendable {
    /// The index of the entry.
    let entry: Int
    let cells: [ExportTable.Cell]
  }

  /// The number of entries.
  let count: Int
  /// The rows in each table of `EntryTable.all`.
  let tables: [[Row]]
  /// The campuses of the entries.
  let campuses: Set<CampusID>
  /// The feeds that the entries come from.
  let feeds: Set<FeedID>

  init(_ entries: [Entry], _ header: ExportHeader) {
    count = entries.count
    tables = EntryTable.all.map { table in
      var rows: [Row] = []
      for index in entries.indices {
        for cells in table.rows(entries[index], header) { rows.append(Row(entry: index, cells: cells)) }
      }
      return rows
    }
    campuses = Set(entries.lazy.map(\.campus))
    feeds = Set(entries.lazy.flatMap(\.sources).map(\.feed))
  }
}
