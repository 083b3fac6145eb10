import FeedCore

/// Texts of this feed: some were encoded as UTF-8 twice (`CafÃ©`). Where that is unambiguous they are decoded once more, with a note.
enum RepairedText {
  /// A member on one line; nil when it is absent or null, or nothing is left of it.
  ///
  /// - Parameter parent: the pointer of the object from the record on.
  static func line(
    _ fields: inout JSONFields, _ key: StaticString, in parent: @autoclosure () -> String = "", _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> String? {
    guard let member = fields.member(key), !member.isNull else { return nil }
    guard let utf8 = member.utf8 else { throw member.fault(.type, "expected text, found \(member.kind)") }
    if PlainText.isASCII(utf8) { return PlainText.line(utf8) }
    return member.string.flatMap { PlainText.line(repaired($0, at: "\(parent())/\(key)", &notes)) }
  }

  /// A member as several lines.
  static func lines(_ record: JSONValue, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try record.text(key).flatMap { PlainText.lines(repaired($0, at: "/\(key)", &notes)) }
  }

  /// A member that is a word many facilities share, such as a building.
  static func word(
    _ fields: inout JSONFields, _ key: StaticString, in parent: @autoclosure () -> String, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> String? {
    guard let member = fields.member(key), !member.isNull else { return nil }
    return try word(member, at: "\(parent())/\(key)", &notes)
  }

  /// The words of an array, without empty and repeated ones.
  static func words(_ fields: inout JSONFields, _ key: StaticString, _ notes: inout RecordNotes) throws(JSONFieldError) -> [String] {
    var words = UniqueTexts()
    var elements = try fields.array(key)?.elements
    var index = 0
    while let element = elements?.next() {
      if let word = try word(element, at: "/\(key)/\(index)", &notes) { words.insert(word) }
      index += 1
    }
    return words.texts
  }

  private static func word(
    _ value: JSONValue, at place: @autoclosure () -> String, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> String? {
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    if PlainText.isASCII(utf8) { return try value.word(&notes) }
    return value.string.flatMap { PlainText.line(repaired($0, at: place(), &notes)) }
  }

  // Before control characters are removed: half of a character may look like one.
  private static func repaired(_ text: String, at place: @autoclosure () -> String, _ notes: inout RecordNotes) -> String {
    guard let repaired = PlainText.repairDoubleEncoding(text) else { return text }
    notes.add(.text, at: place(), "the text was encoded as UTF-8 twice")
    return repaired
  }
}
