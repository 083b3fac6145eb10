import CampusCatalog
import GRDB
import GRDBSQLite

/// A statement that inserts rows into a table.
///
/// Uses SQLite's own functions, because GRDB would box each value.
struct RowInsertion {
  private let database: Database
  private let statement: Statement

  init(_ table: DatabaseTable, _ database: Database) throws {
    self.database = database
    statement = try database.makeStatement(sql: table.insertion)
  }

  /// Inserts a row.
  ///
  /// - Parameter number: the value of the first column, before the cells; nil if the cells are the whole row.
  /// - Throws: `DatabaseError`.
  func insert(_ cells: [ExportTable.Cell], number: Int? = nil) throws {
    let row = statement.sqliteStatement
    var column: CInt = 0
    if let number {
      column = 1
      sqlite3_bind_int64(row, column, Int64(number))
    }
    for cell in cells {
      column += 1
      bind(cell, to: column, of: row)
    }
    let result = sqlite3_step(row)
    sqlite3_reset(row)
    guard result == SQLITE_DONE, column == sqlite3_bind_parameter_count(row) else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: database.lastErrorMessage, sql: statement.sql)
    }
  }

  private func bind(_ cell: ExportTable.Cell, to column: CInt, of row: SQLiteStatement) {
    switch cell {
    case .empty: sqlite3_bind_null(row, column)
    case .integer(let value): sqlite3_bind_int64(row, column, Int64(value))
    case .boolean(let value): sqlite3_bind_int64(row, column, value ? 1 : 0)
    case .real(let value): sqlite3_bind_double(row, column, value)
    case .text(var value):
      value.withUTF8 { utf8 in
        // Without an address, SQLite would bind NULL.
        let text = UnsafeRawPointer(utf8.baseAddress) ?? UnsafeRawPointer(bitPattern: 1)
        sqlite3_bind_text64(row, column, text?.assumingMemoryBound(to: CChar.self), UInt64(utf8.count), Self.copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  /// Makes SQLite copy the bytes (`SQLITE_TRANSIENT`, which Swift does not import).
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
