import CampusCatalog
import GRDB

/// Fills an empty database with the entries of an export.
struct DatabaseBuilder {
  private let header: ExportHeader
  private let database: Database
  private let insertions: [RowInsertion]
  /// The number of entries so far.
  private var count = 0
  private var campuses: Set<CampusID> = []
  private var feeds: Set<FeedID> = []

  /// Lists of words are collected in memory, and merged only once, at the end.
  private static let searchSettings = """
    INSERT INTO entries_fts (entries_fts, rank) VALUES ('automerge', 0);
    INSERT INTO entries_fts (entries_fts, rank) VALUES ('crisismerge', 1000);
    INSERT INTO entries_fts (entries_fts, rank) VALUES ('hashsize', \(16 << 20));
    """

  /// Creates the tables.
  init(_ header: ExportHeader, in database: Database) throws {
    (self.header, self.database) = (header, database)
    for table in HeaderTables.all + EntryTable.all.map(\.table) { try database.execute(sql: table.definition) }
    try database.execute(sql: Self.searchSettings)
    insertions = try EntryTable.all.map { try RowInsertion($0.table, database) }
  }

  /// Adds the entries that follow those added so far.
  mutating func add(_ entries: EntryRows) throws {
    for ((table, rows), insertion) in zip(zip(EntryTable.all, entries.tables), insertions) {
      for row in rows { try insertion.insert(row.cells, number: table.isNumbered ? count + row.entry + 1 : nil) }
    }
    count += entries.count
    campuses.formUnion(entries.campuses)
    feeds.formUnion(entries.feeds)
  }

  /// Makes the parts that need all entries.
  func finish() throws {
    try database.execute(
      sql: """
        INSERT INTO entries_fts (entries_fts) VALUES ('optimize');
        DELETE FROM entries_fts_config WHERE k <> 'version';
        """)
    for (table, rows) in zip(HeaderTables.all, HeaderTables.rows(header, campuses, feeds)) {
      let insertion = try RowInsertion(table, database)
      for row in rows { try insertion.insert(row) }
    }
    try database.execute(sql: DatabaseSchema.views + DatabaseSchema.positions + DatabaseSchema.indexes)
  }
}
