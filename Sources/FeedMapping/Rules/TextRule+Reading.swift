import FeedKit

/// Reads rules from a mapping file. Every error has the location of the invalid value in the file.
extension TextRule {
  /// - Parameter allowed: checks and describes the allowed results. With it, a rule may only produce texts that the rule itself contains.
  init(reading value: JSONValue, results allowed: Allowed? = nil) throws(JSONFieldError) {
    if value.string != nil {
      if let allowed { throw value.fault(.value, "expected a \"table\", \"words\" or \"text\" rule, whose results are \(allowed.form)") }
      self = .at(try value.path())
    } else if value.isArray {
      let rules = try value.values { (rule) throws(JSONFieldError) in try TextRule(reading: rule, results: allowed) }
      guard !rules.isEmpty else { throw value.fault(.value, "expected at least one rule") }
      self = .first(rules)
    } else if value.isObject {
      try self.init(object: value, allowed)
    } else {
      throw value.fault(.type, "expected a JSON Pointer such as \"/name\", or a rule, found \(value.kind)")
    }
  }

  /// The texts that may be results of a rule.
  struct Allowed {
    /// The form of the texts, for messages.
    let form: String
    let contains: (String) -> Bool

    fileprivate func check(_ text: String, _ value: JSONValue) throws(JSONFieldError) {
      guard contains(text) else { throw value.fault(.value, "\"\(text)\" is not \(form)") }
    }
  }

  private static let steps: [StaticString] = [
    "text", "html", "join", "after", "before", "brackets", "beforeBrackets", "table", "words", "key", "address", "record", "group", "outer",
    "other",
  ]

  private init(object value: JSONValue, _ allowed: Allowed?) throws(JSONFieldError) {
    let present = Self.steps.filter { value[$0] != nil }
    guard present.count == 1, let step = present.first, let argument = value[step] else {
      let known = Self.steps.map { "\"\($0)\"" }.joined(separator: ", ")
      throw value.fault(.value, "expected a rule with exactly one of \(known)")
    }
    if let allowed, !["text", "table", "words"].contains("\(step)") {
      throw value.fault(.value, "expected a \"table\", \"words\" or \"text\" rule, whose results are \(allowed.form)")
    }
    switch "\(step)" {
    case "text":
      try value.expectOnly(["text"])
      let text = try argument.line()
      try allowed?.check(text, argument)
      self = .constant(text)
    case "html":
      try value.expectOnly(["html"])
      self = .html(try TextRule(reading: argument))
    case "join":
      try value.expectOnly(["join", "with"])
      self = .join(
        try value.requiredList("join") { (rule) throws(JSONFieldError) in try TextRule(reading: rule) },
        separator: try value.text("with") ?? " ")
    case "after":
      try value.expectOnly(["after", "of"])
      self = .after(try argument.nonEmptyText(), of: try value.rule("of"))
    case "before":
      try value.expectOnly(["before", "of"])
      self = .before(try argument.nonEmptyText(), of: try value.rule("of"))
    case "brackets":
      try value.expectOnly(["brackets"])
      self = .brackets(try TextRule(reading: argument))
    case "beforeBrackets":
      try value.expectOnly(["beforeBrackets"])
      self = .beforeBrackets(try TextRule(reading: argument))
    case "table":
      try value.expectOnly(["table", "of", "else"])
      self = .table(try WordTable(reading: argument, else: value["else"], allowed), of: try value.rule("of"))
    case "words":
      try value.expectOnly(["words", "of", "else"])
      self = .words(try KeywordTable(reading: argument, else: value["else"], allowed), of: try value.rule("of"))
    case "key":
      try value.expectOnly(["key"])
      guard argument.bool == true else { throw argument.fault(.value, "expected true") }
      self = .key
    case "address":
      try value.expectOnly(["address"])
      guard argument.bool == true else { throw argument.fault(.value, "expected true") }
      self = .address
    case "record":
      try value.expectOnly(["record"])
      self = .inRecord(try argument.path())
    case "group":
      try value.expectOnly(["group"])
      self = .inGroup(try argument.path())
    case "outer":
      try value.expectOnly(["outer"])
      self = .outer(try argument.path())
    default: self = .other(try OtherRecordRule(reading: value), key: try value.rule("is"))
    }
  }
}

extension WordTable {
  fileprivate init(reading value: JSONValue, else other: JSONValue?, _ allowed: TextRule.Allowed?) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object of texts, found \(value.kind)") }
    var words: [String: String] = [:]
    var members = value.members
    while let member = members.next() {
      let result = try member.value.line()
      try allowed?.check(result, member.value)
      guard let word = PlainText.line(member.key), words.updateValue(result, forKey: word.caseFolded) == nil else {
        throw member.value.fault(.value, "\"\(member.key)\" is empty, or the same as another key except for case")
      }
    }
    guard !words.isEmpty else { throw value.fault(.value, "the table is empty") }
    self.words = words
    isPartial = other?.isNull == true
    otherwise = isPartial ? nil : try other?.line()
    if let otherwise, let other { try allowed?.check(otherwise, other) }
  }
}

extension KeywordTable {
  fileprivate init(reading value: JSONValue, else other: JSONValue?, _ allowed: TextRule.Allowed?) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected an object of lists of words, found \(value.kind)") }
    var rows: [(result: String, words: Keywords)] = []
    var members = value.members
    while let member = members.next() {
      try allowed?.check(member.key, member.value)
      let words = try member.value.asList { (word) throws(JSONFieldError) in try word.line() }
      rows.append((member.key, Keywords(words)))
    }
    guard !rows.isEmpty else { throw value.fault(.value, "the table is empty") }
    self.rows = rows
    otherwise = try other?.line()
    if let otherwise, let other { try allowed?.check(otherwise, other) }
  }
}

/// Reads values of mapping files.
extension JSONValue {
  /// Returns this value as a JSON Pointer.
  func path() throws(JSONFieldError) -> JSONPath {
    guard let text = string else { throw fault(.type, "expected a JSON Pointer such as \"/name\", found \(kind)") }
    guard let path = JSONPath(text) else {
      let hint = text.hasPrefix("/") ? "" : "; a pointer begins with \"/\", and a constant is written {\"text\": \"…\"}"
      throw fault(.value, "\"\(text)\" is not a JSON Pointer\(hint)")
    }
    return path
  }

  /// Returns a member, read by `read`; nil if it is absent.
  func optional<Rule>(_ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Rule) throws(JSONFieldError) -> Rule? {
    guard let value = self[key] else { return nil }
    return try read(value)
  }

  /// Returns a member, read by `read`.
  ///
  /// - Throws: `missing` if it is absent.
  func required<Rule>(_ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Rule) throws(JSONFieldError) -> Rule {
    guard let rule = try optional(key, read) else { throw fault(.missing, "\"\(key)\" is missing") }
    return rule
  }

  /// Checks that an object has none of the keys that belong to another part of the mapping.
  func expectNone(of keys: [StaticString], in part: String) throws(JSONFieldError) {
    try expectNone(of: keys, because: "it belongs to \(part)")
  }

  func expectNone(of keys: [StaticString], because reason: String) throws(JSONFieldError) {
    for key in keys {
      if let value = self[key] { throw value.fault(.unknownKey, "unknown key \"\(key)\": \(reason)") }
    }
  }

  func path(_ key: StaticString) throws(JSONFieldError) -> JSONPath? { try self[key]?.path() }

  func requiredPath(_ key: StaticString) throws(JSONFieldError) -> JSONPath {
    try required(key) { (value) throws(JSONFieldError) in try value.path() }
  }

  func rule(_ key: StaticString) throws(JSONFieldError) -> TextRule {
    try required(key) { (value) throws(JSONFieldError) in try TextRule(reading: value) }
  }

  func optionalRule(_ key: StaticString) throws(JSONFieldError) -> TextRule? {
    try optional(key) { (value) throws(JSONFieldError) in try TextRule(reading: value) }
  }

  func nonEmptyText() throws(JSONFieldError) -> String { try parsed("text that is not empty") { $0.isEmpty ? nil : $0 } }
}
