import FeedKit

/// Reads text members. Text that was encoded as UTF-8 twice (`CafÃ©`) is repaired, with a note.
enum RepairedText {
  /// Returns a member as one line of text; nil if it is absent, null or empty.
  ///
  /// - Parameter parent: the pointer of the object, relative to the record.
  static func line(
    _ fields: inout JSONFields, _ key: StaticString, in parent: @autoclosure () -> String = "", _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> String? {
    try fields.text(key).flatMap { PlainText.line(repaired($0, at: "\(parent())/\(key)", &notes)) }
  }

  /// Returns a member as lines of text; nil if it is absent, null or empty.
  static func lines(_ record: JSONValue, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try record.text(key).flatMap { PlainText.lines(repaired($0, at: "/\(key)", &notes)) }
  }

  /// Returns the words of an array, without empty and repeated ones.
  static func words(_ fields: inout JSONFields, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> [String] {
    var words = UniqueTexts()
    var elements = try fields.array(key)?.elements
    var index = 0
    while let element = elements?.next() {
      guard let text = element.string else { throw element.fault(.type, "expected text, found \(element.kind)") }
      if let word = PlainText.line(repaired(text, at: "/\(key)/\(index)", &notes)) { words.insert(word) }
      index += 1
    }
    return words.texts
  }

  // Repairs text before control characters are removed, because part of an encoded character may look like one.
  private static func repaired(_ text: String, at pointer: @autoclosure () -> String, _ notes: inout RecordNotes) -> String {
    guard let repaired = PlainText.repairDoubleEncoding(text) else { return text }
    notes.add(.text, at: pointer(), "the text was encoded as UTF-8 twice")
    return repaired
  }
}
