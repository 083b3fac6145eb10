import Foundation
import GRDB
import OpeningHours

/// The values of one row in the order of its columns, closed by their check sum.
struct RowWriter {
  /// Optionals, because GRDB takes those as they are.
  private var values: [(any DatabaseValueConvertible)?] = []
  private var check = RowCheck()

  mutating func text(_ text: String?) {
    guard var text else { return null() }
    text.withUTF8 { check.add(.text, UnsafeRawBufferPointer($0)) }
    values.append(Self.value(text))
  }

  mutating func integer(_ integer: Int?) {
    guard let integer else { return null() }
    check.add(Int64(integer))
    values.append(integer.databaseValue)
  }

  mutating func flag(_ flag: Bool) { integer(flag ? 1 : 0) }

  /// A time as text of one length, so that the order of texts is the order of times.
  mutating func instant(_ instant: Instant?) { text(instant.map(Self.text)) }

  mutating func content(_ id: ContentID) {
    id.bytes.withUnsafeBytes { check.add(.bytes, $0) }
    values.append(id.bytes.databaseValue)
  }

  /// All values, then the check sum.
  var arguments: StatementArguments { StatementArguments(values + [check.value.databaseValue]) }

  private mutating func null() {
    check.addNull()
    values.append(nil)
  }

  /// A text as it is stored: one with a NUL as bytes, because as text it would end there.
  static func value(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// A time as rows have it.
  static func text(_ instant: Instant) -> String {
    let text = instant.description.utf8.dropLast()
    let missing = text.count == 19 ? ".000000000Z" : "000000000Z".suffix(30 - text.count)
    return String(Substring(text)) + missing
  }
}
