import Foundation
import GRDB
import GRDBSQLite
import OpeningHours

/// Reads the columns of a statement's current row from left to right, and verifies the check sum at the end.
///
/// A value of the wrong kind reads as nil or as zero and is told by `verify`, which must be called before anything is used; of a row
/// without a check sum, by `isSound`.
struct RowReader {
  private let statement: SQLiteStatement
  private var column: CInt
  private var check = RowCheck()
  /// Whether all values so far were of the kinds that they were read as.
  private(set) var isSound = true

  init(_ statement: Statement, from column: Int = 0) {
    self.statement = statement.sqliteStatement
    self.column = CInt(column)
  }

  /// Goes past columns that were no part of the row when its check sum was made.
  mutating func pass(_ columns: Int) { column += CInt(columns) }

  /// The next column holds nothing; it is not passed over.
  var isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  mutating func optionalText() -> String? { isNull ? null() : text() }

  mutating func text() -> String {
    let bytes = self.bytes(.text)
    let utf8 = unsafe Span<UInt8>(_unsafeBytes: bytes)
    guard let text = try? UTF8Span(validating: utf8) else {
      isSound = false
      return ""
    }
    return String(copying: text)
  }

  mutating func optionalInteger() -> Int? { isNull ? null() : integer() }

  mutating func integer() -> Int {
    if sqlite3_column_type(statement, column) != SQLITE_INTEGER { isSound = false }
    let value = sqlite3_column_int64(statement, column)
    check.add(value)
    column += 1
    return Int(value)
  }

  mutating func flag() -> Bool { integer() != 0 }

  mutating func optionalInstant() -> Instant? { isNull ? null() : instant() }

  mutating func instant() -> Instant? {
    let instant = Instant(text())
    if instant == nil { isSound = false }
    return instant
  }

  mutating func content() -> ContentID? {
    let id = ContentID(bytes: bytes(.bytes))
    if id == nil { isSound = false }
    return id
  }

  /// Bytes that tell themselves whether they are whole: no check sum is made of them.
  mutating func blob() -> Data {
    if sqlite3_column_type(statement, column) != SQLITE_BLOB { isSound = false }
    defer { column += 1 }
    guard let start = sqlite3_column_blob(statement, column) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// Reads the check sum, which is the next column; another row may follow it.
  ///
  /// - Throws: `DamagedRow` when the values are not those that were written.
  mutating func verify(_ what: @autoclosure () -> String) throws(DamagedRow) {
    let expected = check.value
    guard isSound, sqlite3_column_type(statement, column) == SQLITE_INTEGER, sqlite3_column_int64(statement, column) == expected else {
      throw DamagedRow(what())
    }
    column += 1
    check = RowCheck()
  }

  private mutating func bytes(_ kind: RowCheck.Kind) -> UnsafeRawBufferPointer {
    let type = sqlite3_column_type(statement, column)
    if type != SQLITE_BLOB, type != SQLITE_TEXT || kind == .bytes { isSound = false }
    let start = sqlite3_column_blob(statement, column)
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    check.add(kind, bytes)
    column += 1
    return bytes
  }

  private mutating func null<Value>() -> Value? {
    check.addNull()
    column += 1
    return nil
  }
}

/// A row whose values are not those that were written.
struct DamagedRow: Error {
  let what: String

  init(_ what: String) { self.what = what }
}
