import GRDB

/// The row of a watch: the run up to which it has reported changes.
struct WatchRow: StoredRow {
  static let insertion = """
    INSERT INTO watch (name, run, check_sum) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET run = excluded.run, check_sum = \
    excluded.check_sum
    """

  let name: String
  let run: Int

  init(name: String, run: Int) {
    self.name = name
    self.run = run
  }

  init(reading row: inout RowReader) throws {
    name = row.text()
    run = row.integer()
    try row.verify("the watch \(name)")
  }

  func write(to row: inout RowWriter) {
    row.text(name)
    row.integer(run)
  }

  /// Returns all rows, sorted by name.
  static func all(in database: Database) throws -> [WatchRow] {
    let statement = try database.cachedStatement(sql: "SELECT name, run, check_sum FROM watch ORDER BY name")
    let rows = try Row.fetchCursor(statement)
    var found: [WatchRow] = []
    while try rows.next() != nil {
      var reader = RowReader(statement)
      found.append(try WatchRow(reading: &reader))
    }
    return found
  }
}
