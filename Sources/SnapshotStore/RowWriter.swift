package import Basics
package import Foundation
import GRDB
import GRDBSQLite
public import OpeningHours

/// A value that can be bound to a parameter of a statement. A nil `Optional` is NULL.
package protocol ColumnValue {
  func bind(to row: inout RowWriter)
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  package func bind(to row: inout RowWriter) { if let self { self.bind(to: &row) } else { row.null() } }
}

extension String: ColumnValue {
  package func bind(to row: inout RowWriter) {
    var text = self
    text.withUTF8 { row.text(UnsafeRawBufferPointer($0)) }
  }
}

extension Int: ColumnValue {
  package func bind(to row: inout RowWriter) { row.integer(Int64(self)) }
}

extension Instant: ColumnValue {
  /// Binds the time as RFC 3339 text in UTC with nine fractional digits (30 bytes): `2026-11-21T17:00:00.000000000Z`. The length is fixed,
  /// so that texts sort like times.
  package func bind(to row: inout RowWriter) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 30) { text in
      let (date, second) = local(offset: 0)
      let (year, month, day) = date.components
      func write(_ value: Int, from start: Int, digits: Int, then last: UInt8) {
        var value = value
        for index in (start..<start + digits).reversed() {
          text[index] = UInt8(ascii: "0") + UInt8(value % 10)
          value /= 10
        }
        text[start + digits] = last
      }
      write(year, from: 0, digits: 4, then: UInt8(ascii: "-"))
      write(month, from: 5, digits: 2, then: UInt8(ascii: "-"))
      write(day, from: 8, digits: 2, then: UInt8(ascii: "T"))
      write(second / 3600, from: 11, digits: 2, then: UInt8(ascii: ":"))
      write(second / 60 % 60, from: 14, digits: 2, then: UInt8(ascii: ":"))
      write(second % 60, from: 17, digits: 2, then: UInt8(ascii: "."))
      write(Int(nanoseconds), from: 20, digits: 9, then: UInt8(ascii: "Z"))
      row.text(UnsafeRawBufferPointer(text))
    }
  }
}

/// A value of a column that a migration added to a table with rows. NULL is not part of the checksum, so that earlier rows remain valid.
struct AddedValue<Value: ColumnValue>: ColumnValue {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  func bind(to row: inout RowWriter) { if let value { value.bind(to: &row) } else { row.nothing() } }
}

extension ContentID: ColumnValue {
  package func bind(to row: inout RowWriter) { withUnsafeBytes { row.bytes($0) } }
}

extension Data: ColumnValue {
  package func bind(to row: inout RowWriter) { withUnsafeBytes { row.bytes($0) } }
}

/// Binds the values of one row to the parameters of a statement, and computes their checksum.
package struct RowWriter {
  private let statement: SQLiteStatement
  private(set) var count: CInt = 0
  private var check = RowChecksum()
  /// SQLite's result code for the first value that could not be bound.
  private(set) var result = SQLITE_OK

  init(_ statement: SQLiteStatement) { self.statement = statement }

  mutating func integer(_ integer: Int64) {
    check.add(integer)
    note(sqlite3_bind_int64(statement, next(), integer))
  }

  mutating func bytes(_ bytes: UnsafeRawBufferPointer, as kind: RowChecksum.Kind = .bytes) {
    check.add(kind, bytes)
    // Without an address, SQLite would bind NULL.
    note(sqlite3_bind_blob64(statement, next(), bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), UInt64(bytes.count), Self.copied))
  }

  /// Writes the checksum as the last value.
  mutating func checkSum() { note(sqlite3_bind_int64(statement, next(), check.value)) }

  /// Binds a text. One that contains NUL is bound as a blob, because SQLite ends a text at the first NUL.
  mutating func text(_ utf8: UnsafeRawBufferPointer) {
    if utf8.contains(0) { return bytes(utf8, as: .text) }
    check.add(.text, utf8)
    // Without an address, SQLite would bind NULL.
    let text = (utf8.baseAddress ?? UnsafeRawPointer(bitPattern: 1))?.assumingMemoryBound(to: CChar.self)
    note(sqlite3_bind_text64(statement, next(), text, UInt64(utf8.count), Self.copied, UInt8(SQLITE_UTF8)))
  }

  mutating func null() {
    check.addNull()
    note(sqlite3_bind_null(statement, next()))
  }

  /// Binds NULL, which does not become part of the checksum.
  mutating func nothing() { note(sqlite3_bind_null(statement, next())) }

  private mutating func next() -> CInt {
    count += 1
    return count
  }

  private mutating func note(_ result: CInt) { if self.result == SQLITE_OK { self.result = result } }

  /// Makes SQLite copy the bytes (`SQLITE_TRANSIENT`, which Swift does not import).
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
