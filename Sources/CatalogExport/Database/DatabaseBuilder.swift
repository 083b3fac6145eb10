import CampusCatalog
import GRDB

/// Fills an empty database with the entries of an export.
struct DatabaseBuilder {
  private let header: ExportHeader
  private let database: Database
  /// The statements that insert rows into the tables of `EntryTable.all`.
  private let insertions: [Statement]
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
    try database.execute(sql: DatabaseSchema.search + Self.searchSettings)
    insertions = try EntryTable.all.map { try database.makeStatement(sql: $0.table.insertion) }
  }

  /// Adds the entries that follow those added so far.
  mutating func add(_ entries: [Entry]) throws {
    for entry in entries {
      count += 1
      for (table, insertion) in zip(EntryTable.all, insertions) {
        for cells in table.rows(entry, header) { try insertion.insert(table.isNumbered ? [.integer(count)] + cells : cells) }
      }
      campuses.insert(entry.campus)
      feeds.formUnion(entry.sources.map(\.feed))
    }
  }

  /// Makes the parts that need all entries.
  func finish() throws {
    try database.execute(
      sql: """
        INSERT INTO entries_fts (entries_fts) VALUES ('rebuild');
        INSERT INTO entries_fts (entries_fts) VALUES ('optimize');
        DELETE FROM entries_fts_config WHERE k <> 'version';
        """)
    for (table, rows) in zip(HeaderTables.all, HeaderTables.rows(header, campuses, feeds)) {
      let insertion = try database.makeStatement(sql: table.insertion)
      for row in rows { try insertion.insert(row) }
    }
    try database.execute(sql: DatabaseSchema.views + DatabaseSchema.positions + DatabaseSchema.indexes)
  }
}

extension Statement {
  /// Inserts a row.
  func insert(_ cells: [TableCell]) throws { try execute(arguments: StatementArguments(cells.map(\.databaseValue))) }
}

extension TableCell {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    // SQLite would end the text at U+0000.
    case .text(let text): (text.utf8.contains(0) ? text.filter { $0 != "\0" } : text).databaseValue
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .boolean(let flag): flag.databaseValue
    case .decimal(let number): Double(number).databaseValue
    case .empty: .null
    }
  }
}
