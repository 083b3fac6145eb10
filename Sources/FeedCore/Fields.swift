public import CampusCatalog
public import OpeningHours
public import SimdJSON

/// Members of a record as values of the model, with notes where a value is left out.
extension JSONValue {
  /// A member as one line of plain text; nil when it is absent or empty.
  public func line(_ key: StaticString) throws(JSONFieldError) -> String? {
    var fields = fields
    return try fields.line(key)
  }

  /// A member as one line of plain text that must not be empty.
  public func requiredLine(_ key: StaticString) throws(JSONFieldError) -> String {
    var fields = fields
    return try fields.requiredLine(key)
  }

  /// The texts of an array member as lines, without empty and repeated ones.
  public func lines(_ key: StaticString) throws(JSONFieldError) -> [String] {
    var fields = fields
    var cache = TextCache(.line)
    return try fields.lines(key, &cache)
  }

  /// A member as a web address; one that is empty is absent, one that is no http address is left out with a note.
  public func address(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    var fields = fields
    return try fields.address(key, noting: &notes)
  }
}

extension JSONFields {
  /// A member as one line of plain text; nil when it is absent or empty.
  public mutating func line(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = member(key), !value.isNull else { return nil }
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    return PlainText.line(utf8)
  }

  /// A member as one line of plain text that must not be empty.
  public mutating func requiredLine(_ key: StaticString) throws(JSONFieldError) -> String {
    guard let line = try line(key) else { throw value.fault(.missing, "\"\(key)\" is missing or empty") }
    return line
  }

  /// The texts of an array member as lines, without empty and repeated ones.
  public mutating func lines(_ key: StaticString, _ cache: inout TextCache) throws(JSONFieldError) -> [String] {
    guard let list = try array(key) else { return [] }
    var elements = list.elements
    guard var element = elements.next() else { return [] }
    var lines = UniqueTexts()
    while true {
      guard let text = element.utf8 else { throw element.fault(.type, "expected text, found \(element.kind)") }
      if let line = cache.text(text) { lines.insert(line) }
      guard let next = elements.next() else { return lines.texts }
      element = next
    }
  }

  /// A member as a web address; one that is empty is absent, one that is no http address is left out with a note.
  public mutating func address(_ key: StaticString, noting notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    guard let value = member(key), !value.isNull else { return nil }
    guard let utf8 = value.utf8 else { throw value.fault(.type, "expected text, found \(value.kind)") }
    if let address = PlainText.plainLine(utf8).flatMap({ WebAddress($0) }) { return address }
    guard let text = PlainText.line(utf8) else { return nil }
    // Without its control characters it would be another address.
    if !Self.hasControls(inside: utf8), let address = WebAddress(text) { return address }
    notes.add(.url, at: "/" + JSONPointer.escape("\(key)"), "left out: no absolute http or https address")
    return nil
  }

  /// Between the first and the last byte that is seen.
  private static func hasControls(inside utf8: borrowing Span<UInt8>) -> Bool {
    var (first, last) = (0, utf8.count)
    while first < last, utf8[first] <= 0x20 { first += 1 }
    while last > first, utf8[last - 1] <= 0x20 { last -= 1 }
    for index in first..<last where utf8[index] < 0x20 || utf8[index] == 0x7F { return true }
    return false
  }
}

extension FeedDraft {
  /// The campus's zone, which a feed with hours must have.
  public func zone() throws(AdapterError) -> Zone {
    guard let zone = feed.campus.timeZone else {
      throw AdapterError(.noZone, "the feed has hours; give the campus \"\(feed.campus.id)\" a \"timeZone\"")
    }
    return zone
  }
}

extension Note.Code {
  /// A value was left out because it is no web address.
  public static let url = Note.Code("field.url")
  /// Hours that can be read in several ways were read by the feed's rule.
  public static let hours = Note.Code("hours.rule")
  /// Hours that could not be read: unknown.
  public static let hoursUnknown = Note.Code("hours.unknown")
  /// A position that can not be, or is far from the campus.
  public static let location = Note.Code("location.odd")
  /// Text was repaired where that is unambiguous.
  public static let text = Note.Code("text.repaired")
  /// A word that is not in the list of known ones.
  public static let word = Note.Code("field.unknown_word")
}
