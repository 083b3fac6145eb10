import FeedKit

/// A condition on a value of a record or row: `{"at": "/status", "is": ["closed", ""]}`, or `"isNot"` for all other values.
///
/// Values are texts, numbers, truth values, and null, which also matches an absent value. Texts match in any case, without the spaces
/// around them, and without tags and entities of HTML: a row named "<b>Closed</b>" is one named "closed".
/// `{"at": "/closed"}` alone means true. Instead of a pointer, `at` may have any rule for a text.
struct Condition: Sendable {
  private enum Subject: Sendable {
    case path(JSONPath)
    case rule(TextRule)
  }

  private let subject: Subject
  private let values: Set<String?>
  /// The values with their case folded, if they are few and all are ASCII, whose case is simple; nil otherwise.
  private let plain: [[UInt8]]?
  private let isNegated: Bool

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a condition, found \(value.kind)") }
    try value.expectOnly(["at", "is", "isNot"])
    subject = try value.required("at") { (at) throws(JSONFieldError) in
      at.isObject ? .rule(try TextRule(reading: at)) : .path(try at.path())
    }
    isNegated = value["isNot"] != nil
    if isNegated, value["is"] != nil { throw value.fault(.value, "a condition has one of \"is\" and \"isNot\"") }
    let (accepted, refused) = (try value.optional("is", Self.list), try value.optional("isNot", Self.list))
    let values = accepted ?? refused ?? ["true"]
    self.values = Set(values)
    let texts = values.compactMap { $0.map { Array($0.utf8) } }
    plain = texts.count <= Self.few && texts.joined().allSatisfy { $0 < 0x80 } ? texts : nil
  }

  func holds(in scope: borrowing Scope) -> Bool {
    let path: JSONPath
    switch subject {
    case .path(let pointer): path = pointer
    case .rule(let rule):
      var notes = RecordNotes()
      return contains((try? rule.line(in: scope, &notes))) != isNegated
    }
    guard let found = path.find(in: scope) else { return values.contains(nil) != isNegated }
    // An element of XML with attributes.
    if let text = found["#text"] { return holds(text) }
    return holds(found)
  }

  private func holds(_ value: JSONValue) -> Bool {
    guard !value.isObject, !value.isArray else { return isNegated }
    // In the common case, do not copy the text.
    if let plain, let utf8 = value.utf8 {
      var isCertain = true
      for folded in plain {
        guard let isEqual = Self.isEqual(folded, utf8) else {
          isCertain = false
          continue
        }
        if isEqual { return !isNegated }
      }
      if isCertain { return isNegated }
    }
    return contains(Self.text(of: value)) != isNegated
  }

  /// Returns whether the values have a text, either as it was sent or as people read it.
  private func contains(_ text: String?) -> Bool {
    guard let text else { return values.contains(nil) }
    return values.contains(text.caseFolded) || values.contains(PlainText.remark(text)?.caseFolded ?? "")
  }

  private static let few = 8

  /// Returns whether a text is equal to a folded one; nil if only `contains` can tell. Only spaces that it may remove, markup and other than
  /// printable ASCII need that.
  private static func isEqual(_ folded: [UInt8], _ text: borrowing Span<UInt8>) -> Bool? {
    var previous = UInt8(ascii: " ")
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: " ") where previous == byte || index == folded.count: return nil
      case UInt8(ascii: "<"), UInt8(ascii: "&"), 0..<0x20, 0x7F...: return nil
      default: break
      }
      guard index < folded.count, folded[index] == Keywords.lower(byte) else { return false }
      previous = byte
    }
    return folded.count == text.count
  }

  private static func list(_ value: JSONValue) throws(JSONFieldError) -> [String?] {
    try value.asList { (item) throws(JSONFieldError) -> String? in
      guard !item.isObject, !item.isArray else { throw item.fault(.type, "expected a text, a number, true, false or null") }
      return text(of: item)?.caseFolded
    }
  }

  private static func text(of value: JSONValue) -> String? {
    if value.isNull { return nil }
    if let utf8 = value.utf8 { return PlainText.line(utf8) ?? "" }
    if let integer = value.integer { return String(integer) }
    if let flag = value.bool { return flag ? "true" : "false" }
    return value.double.map { "\($0)" }
  }
}

/// A list of conditions, at least one of which must hold.
struct Conditions: Sendable {
  private let conditions: [Condition]

  init(reading value: JSONValue?) throws(JSONFieldError) {
    conditions = try value?.asList { (item) throws(JSONFieldError) in try Condition(reading: item) } ?? []
  }

  /// Returns whether at least one condition holds; false if there are none.
  func hold(in scope: borrowing Scope) -> Bool {
    for condition in conditions where condition.holds(in: scope) { return true }
    return false
  }
}
