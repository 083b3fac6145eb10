package import CampusCatalog
import GRDB
import GRDBSQLite
import Glibc

/// An SQLite database with the tables of the history of a store (`HistoryTable`), to be read and not changed.
package enum HistoryDatabase {
  /// Writes the rows that `fill` gives into an empty file, such as a part file. Does not flush it to the disk.
  ///
  /// - Parameter fill: calls its argument with each row.
  /// - Throws: `CatalogDatabaseError` if the file cannot be written; errors of `fill`.
  package static func write(
    intoEmpty path: String, _ fill: (@escaping (HistoryTable, [TableCell]) throws -> Void) throws -> Void
  ) throws {
    try CatalogDatabase.write(intoEmpty: path) { database in
      let tables = HistoryTable.allCases.map { table in
        DatabaseTable(
          table.rawValue, table.about, table.columns, constraints: [table == .runs ? "UNIQUE (run, feed)" : "CHECK (id <> '')"],
          hasRowID: true)
      }
      for table in tables { try database.execute(sql: table.definition) }
      let insertions = try tables.map { try database.makeStatement(sql: $0.insertion) }
      let indices = Dictionary(uniqueKeysWithValues: HistoryTable.allCases.enumerated().map { ($1, $0) })
      try fill { table, cells in
        guard let index = indices[table] else { return }
        try insertions[index].insert(cells)
      }
      try database.execute(sql: "CREATE INDEX hours_id ON hours (id, day); CREATE INDEX versions_id ON versions (id)")
    }
  }
}
