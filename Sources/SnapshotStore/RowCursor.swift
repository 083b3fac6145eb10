package import GRDB
import GRDBSQLite

/// The rows of a query, read one after another.
///
/// Uses SQLite's own functions: GRDB would box each value, and a run that confirms a thousand feeds binds thirty thousand.
package final class RowCursor<Element>: Cursor {
  private let database: Database
  private let statement: Statement
  private let read: (inout RowReader) throws -> Element
  private var result: CInt

  fileprivate init(
    _ database: Database, _ sql: String, _ values: [any ColumnValue], hasCheckSum: Bool,
    _ read: @escaping (inout RowReader) throws -> Element
  ) throws {
    self.database = database
    self.read = read
    statement = try database.cachedStatement(sql: sql)
    sqlite3_reset(statement.sqliteStatement)
    var writer = RowWriter(statement.sqliteStatement)
    for value in values { value.bind(to: &writer) }
    if hasCheckSum { writer.checkSum() }
    result = writer.count == sqlite3_bind_parameter_count(statement.sqliteStatement) ? writer.result : SQLITE_RANGE
  }

  deinit {
    sqlite3_reset(statement.sqliteStatement)
    sqlite3_clear_bindings(statement.sqliteStatement)
  }

  package func next() throws -> Element? {
    if [SQLITE_OK, SQLITE_ROW].contains(result) { result = sqlite3_step(statement.sqliteStatement) }
    switch result {
    case SQLITE_ROW:
      var reader = RowReader(statement.sqliteStatement)
      return try read(&reader)
    case SQLITE_DONE: return nil
    default: throw DatabaseError(resultCode: ResultCode(rawValue: result), message: database.lastErrorMessage, sql: statement.sql)
    }
  }
}

extension Database {
  /// Returns the rows of a query.
  ///
  /// - Parameters:
  ///   - sql: the query. Its statement is prepared once for each connection, so only one cursor at a time may use it.
  ///   - read: reads the columns of a row, in order. It must verify the values it uses.
  package func rows<Element>(
    _ sql: String, _ values: [any ColumnValue] = [], _ read: @escaping (inout RowReader) throws -> Element
  ) throws -> RowCursor<Element> {
    try RowCursor(self, sql, values, hasCheckSum: false, read)
  }

  /// Returns the integer that a query gives; nil if it gives no row. NULL is zero.
  package func integer(_ sql: String, _ values: [any ColumnValue] = []) throws -> Int? { try rows(sql, values) { $0.integer() }.next() }

  /// Executes a statement. After an error, the caller must roll back.
  ///
  /// - Parameter hasCheckSum: whether the checksum of the values is a further parameter.
  /// - Throws: `DatabaseError`; with `SQLITE_RANGE` if there are more or fewer parameters.
  package func execute(_ sql: String, _ values: [any ColumnValue], hasCheckSum: Bool = false) throws {
    let rows = try RowCursor(self, sql, values, hasCheckSum: hasCheckSum) { _ in }
    while try rows.next() != nil {}
  }
}
