import CampusCatalog
import FeedCore
import SimdJSON

/// Texts of this feed: some were encoded as UTF-8 twice (`CafÃ©`); where that is not ambiguous they are decoded once more, with a note.
enum RepairedText {
  /// A value on one line; nil when nothing is left of it.
  ///
  /// - Parameter place: the pointer from the record on.
  static func line(_ value: JSONValue, at place: @autoclosure () -> String, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    if PlainText.isASCII(utf8) { return PlainText.line(utf8) }
    return value.string.flatMap { PlainText.line(repaired($0, at: place(), &notes)) }
  }

  /// A member on one line; nil when it is absent or null, or nothing is left of it.
  static func line(_ fields: inout JSONFields, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    guard let member = fields.member(key), !member.isNull else { return nil }
    return try line(member, at: "\(fields.value.pointer)/\(key)", &notes)
  }

  /// A member as several lines.
  static func lines(_ record: JSONValue, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try record.text(key).flatMap { PlainText.lines(repaired($0, at: "/\(key)", &notes)) }
  }

  // Before control characters are removed: half of a character may look like one.
  private static func repaired(_ text: String, at place: @autoclosure () -> String, _ notes: inout RecordNotes) -> String {
    guard let repaired = PlainText.decodedOnce(text) else { return text }
    notes.add(.text, at: place(), "the text was encoded as UTF-8 twice")
    return repaired
  }
}
