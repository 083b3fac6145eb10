import Basics
package import Foundation
import GRDB
import GRDBSQLite
import OpeningHours

/// Reads the columns of a statement's current row from left to right, and verifies the checksum at the end. Do not use values before
/// that: SQLite converts values of other types, and invalid ones are replaced by meaningless ones.
package struct RowReader {
  private let statement: SQLiteStatement
  private var column: CInt = 0
  private var check = RowChecksum()
  /// Whether all texts, times and ids so far were valid.
  private(set) var isSound = true

  init(_ statement: SQLiteStatement) { self.statement = statement }

  /// Skips columns that are not part of the checksum.
  mutating func pass(_ columns: Int) { column += CInt(columns) }

  /// Whether the next column is NULL.
  var isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  package mutating func optionalText() -> String? { isNull ? null() : text() }

  /// Reads the text of an `AddedValue`.
  mutating func addedText() -> String? {
    guard isNull else { return text() }
    pass(1)
    return nil
  }

  /// Reads a text, which is stored as a blob if it contains NUL.
  package mutating func text() -> String {
    let bytes = checkedBytes(.text)
    let utf8 = unsafe Span<UInt8>(_unsafeBytes: bytes)
    guard let text = try? UTF8Span(validating: utf8) else {
      isSound = false
      return ""
    }
    return String(copying: text)
  }

  mutating func optionalInteger() -> Int? { isNull ? null() : integer() }

  package mutating func integer() -> Int {
    let value = sqlite3_column_int64(statement, column)
    check.add(value)
    column += 1
    return Int(value)
  }

  mutating func optionalInstant() -> Instant? { isNull ? null() : instant() }

  mutating func instant() -> Instant {
    sound(Instant(text()), or: .epoch)
  }

  mutating func content() -> ContentID {
    sound(ContentID(bytes: checkedBytes(.bytes)), or: SHA256.hash([]))
  }

  /// Reads bytes that have their own checksum and are not part of the row's.
  package mutating func blob() -> Data { Data(bytes()) }

  /// Reads such bytes without copying them. They are valid until the statement moves to another row.
  package mutating func bytes() -> UnsafeRawBufferPointer {
    defer { column += 1 }
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  /// Reads bytes that are part of the row's checksum.
  mutating func checkedBlob() -> Data { Data(checkedBytes(.bytes)) }

  /// Compares the checksum, which is the next column. The columns of another row may follow.
  ///
  /// - Parameter what: a description of the row for the error.
  /// - Throws: `DamagedRow` if the values differ from the written ones.
  @discardableResult
  mutating func verify(_ what: @autoclosure () -> String) throws(DamagedRow) -> Int64 { try verify(what(), check.value) }

  /// Compares the checksum as above, and returns a value that was made from the columns. It must not be nil.
  mutating func verify<Value>(_ what: @autoclosure () -> String, _ value: Value?) throws(DamagedRow) -> Value {
    guard isSound, sqlite3_column_int64(statement, column) == check.value, let value else { throw DamagedRow(what()) }
    column += 1
    check = RowChecksum()
    return value
  }

  /// Reads bytes without copying them, and adds them to the checksum.
  private mutating func checkedBytes(_ kind: RowChecksum.Kind) -> UnsafeRawBufferPointer {
    let bytes = bytes()
    check.add(kind, bytes)
    return bytes
  }

  /// Returns a value; if it is nil, returns another one, and `verify` then fails.
  private mutating func sound<Value>(_ value: Value?, or other: @autoclosure () -> Value) -> Value {
    if value == nil { isSound = false }
    return value ?? other()
  }

  private mutating func null<Value>() -> Value? {
    check.addNull()
    column += 1
    return nil
  }
}

/// The error for a row whose values differ from the written ones.
struct DamagedRow: Error {
  /// A description of the row, such as "the feed penn/dining".
  let what: String

  init(_ what: String) { self.what = what }
}
