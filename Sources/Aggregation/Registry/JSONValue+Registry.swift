import CampusCatalog
import FeedKit
import SimdJSON

/// Reads values of registry files by the rules of `registry-1.schema.json`. Unlike the text of feeds, text is not cleaned: control
/// characters and surrounding spaces are errors.
extension JSONValue {
  /// Throws for null anywhere in this value, except in mappings, whose conditions may be about null.
  func expectNoNull() throws(JSONFieldError) {
    if isNull { throw fault(.type, "null is not allowed here; leave the key out") }
    if isObject {
      var members = members
      while let member = members.next() { if member.key != "mapping" { try member.value.expectNoNull() } }
    } else if isArray {
      var elements = elements
      while let element = elements.next() { try element.expectNoNull() }
    }
  }

  /// Returns a member as text of one line; nil if it is absent.
  func line(_ key: StaticString) throws(JSONFieldError) -> String? { try self[key]?.line() }

  /// Returns a member as text of one or more lines: not empty, trimmed, without control characters other than tab and line feed. Tabs
  /// become spaces. Nil if it is absent.
  func lines(_ key: StaticString) throws(JSONFieldError) -> String? {
    guard let value = self[key] else { return nil }
    // The type keeps a nil from being the value of an optional.
    let lines: String = try value.parsed("non-empty text without surrounding spaces or control characters") { text in
      let spaced = String(decoding: text.utf8.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
      return PlainText.lines(spaced).flatMap { $0.utf8.elementsEqual(spaced.utf8) ? $0 : nil }
    }
    return lines
  }

  /// Returns a member as a list of distinct lines.
  func differentLines(_ key: StaticString) throws(JSONFieldError) -> [String] {
    let lines = try list(key) { (value) throws(JSONFieldError) in try value.line() }
    try expectDifferent(lines, key)
    return lines
  }

  /// Throws for a list with repeated elements.
  ///
  /// - Parameter texts: a text for each element of the member, compared by bytes.
  func expectDifferent(_ texts: [String], _ key: StaticString) throws(JSONFieldError) {
    guard Set(texts.map { Array($0.utf8) }).count < texts.count else { return }
    throw fault(.value, "\"\(key)\" has the same value twice")
  }

  /// Returns this value as a web address, in the form in which it is sent.
  ///
  /// - Parameter form: the expected form, for the message.
  func webAddress(_ form: String, _ isAllowed: (String) -> Bool = { _ in true }) throws(JSONFieldError) -> WebAddress {
    try parsed(form) { text in text.utf8.contains(UInt8(ascii: " ")) || !isAllowed(text) ? nil : WebAddress(text) }
  }
}
