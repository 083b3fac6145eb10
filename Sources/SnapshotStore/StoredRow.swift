import GRDB
import GRDBSQLite

/// A type whose values are stored as the rows of a table, each with a checksum in the column `check_sum` (`RowChecksum`).
protocol StoredRow {
  static var table: StoredTable { get }

  /// Reads the columns in their order, and verifies the checksum.
  ///
  /// - Throws: `DamagedRow` if the checksum or a value is wrong.
  init(reading row: inout RowReader) throws

  /// Writes the values in the order of the columns, without the checksum.
  func write(to row: inout RowWriter)
}

/// The name, the columns and the insertion of a table.
struct StoredTable: Sendable {
  /// What an insertion does if there is a row with the same primary key.
  enum Conflict: String { case abort, ignore, replace, update }

  let name: String
  /// All columns for a query, with the checksum: `host.origin, host.failures, host.check_sum`.
  let columns: String
  /// The statement that inserts a row. Its parameters are the columns in their order.
  let insertion: String

  /// - Parameters:
  ///   - columns: without the checksum; the first one is the primary key if rows are updated.
  ///   - conflict: `update`, unlike `replace`, keeps a row that other rows refer to.
  init(_ name: String, _ columns: [String], or conflict: Conflict = .abort) {
    let columns = columns + ["check_sum"]
    self.name = name
    self.columns = columns.map { "\(name).\($0)" }.joined(separator: ", ")
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let values = "INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
    if conflict == .update {
      let assignments = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      insertion = "INSERT \(values) ON CONFLICT (\(columns[0])) DO UPDATE SET \(assignments)"
    } else {
      insertion = "INSERT OR \(conflict.rawValue) \(values)"
    }
  }
}

extension StoredRow {
  func insert(in database: Database) throws { try execute(Self.table.insertion, in: database) }

  /// Executes a statement whose parameters are the values of the row, followed by its checksum.
  func execute(_ sql: String, in database: Database) throws {
    try database.execute(sql) { row in
      write(to: &row)
      row.checkSum()
    }
  }

  /// Calls `body` with the rows that a clause selects, until it returns false.
  ///
  /// - Parameters:
  ///   - clause: what follows the name of the table in a query, such as a condition and an order.
  ///   - bind: binds the parameters of the clause, in order.
  static func forEach(
    _ clause: String = "", _ bind: (inout RowWriter) -> Void = { _ in }, in database: Database, _ body: (Self) throws -> Bool
  ) throws {
    try database.forEachRow("SELECT \(table.columns) FROM \(table.name) \(clause)", bind) { try body(Self(reading: &$0)) }
  }

  /// Returns the rows that a clause selects.
  static func all(_ clause: String = "", _ bind: (inout RowWriter) -> Void = { _ in }, in database: Database) throws -> [Self] {
    var rows: [Self] = []
    try forEach(clause, bind, in: database) { row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// Returns the first row that a clause selects; nil if there is none.
  static func first(_ clause: String, _ bind: (inout RowWriter) -> Void, in database: Database) throws -> Self? {
    var first: Self?
    try forEach(clause, bind, in: database) { row in
      first = row
      return false
    }
    return first
  }

  /// Returns the first row that a clause selects; nil if there is none, or if it is damaged.
  static func firstIntact(_ clause: String, _ bind: (inout RowWriter) -> Void, in database: Database) throws -> Self? {
    do { return try first(clause, bind, in: database) } catch is DamagedRow { return nil }
  }

  /// Reads all rows, to verify their checksums.
  static func verify(in database: Database) throws { try forEach(in: database) { _ in true } }
}

extension Database {
  /// Executes a statement.
  ///
  /// - Parameter bind: binds the parameters, in order.
  /// - Throws: `DatabaseError`; with `SQLITE_RANGE` if there are more or fewer parameters.
  func execute(_ sql: String, _ bind: (inout RowWriter) -> Void) throws { try forEachRow(sql, bind) { _ in true } }

  /// Reads the first row of a query; nil if there is none. `read` must verify the values it uses.
  func first<Value>(
    _ sql: String, _ bind: (inout RowWriter) -> Void, read: (inout RowReader) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try forEachRow(sql, bind) { row in
      value = try read(&row)
      return false
    }
    return value
  }

  /// Calls `body` with each row of a query, until it returns false.
  ///
  /// Uses SQLite's own functions: GRDB would box each value, and a run that confirms a thousand feeds binds thirty thousand. After an
  /// error of a statement that writes, the caller must roll back.
  /// - Parameters:
  ///   - sql: the query. Its statement is prepared once for each connection; `body` must not use the same one.
  ///   - bind: binds the parameters, in order.
  ///   - body: reads the columns, in order.
  func forEachRow(_ sql: String, _ bind: (inout RowWriter) -> Void, _ body: (inout RowReader) throws -> Bool) throws {
    let cached = try cachedStatement(sql: sql)
    let statement = cached.sqliteStatement
    sqlite3_reset(statement)
    defer {
      // `cached` must live until here, even if GRDB has cleared its cache.
      sqlite3_reset(cached.sqliteStatement)
      sqlite3_clear_bindings(cached.sqliteStatement)
    }
    var writer = RowWriter(statement)
    bind(&writer)
    var result = writer.count == sqlite3_bind_parameter_count(statement) ? writer.result : SQLITE_RANGE
    if result == SQLITE_OK { result = sqlite3_step(statement) }
    while result == SQLITE_ROW {
      var reader = RowReader(statement)
      guard try body(&reader) else { return }
      result = sqlite3_step(statement)
    }
    guard result == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: lastErrorMessage, sql: sql)
    }
  }
}
