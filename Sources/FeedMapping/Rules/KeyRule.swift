import FeedKit

/// A rule that finds the key of a record: any text rule, or, for feeds without keys, `{"slug": [rules]}` (readable words) or
/// `{"hash": [rules]}`.
enum KeyRule: Sendable {
  case text(TextRule)
  case slug([TextRule])
  case hash([TextRule])

  init(reading value: JSONValue) throws(JSONFieldError) {
    if let rules = value["slug"] {
      try value.expectOnly(["slug"])
      self = .slug(try rules.asList { (rule) throws(JSONFieldError) in try TextRule(reading: rule) })
    } else if let rules = value["hash"] {
      try value.expectOnly(["hash"])
      self = .hash(try rules.asList { (rule) throws(JSONFieldError) in try TextRule(reading: rule) })
    } else {
      self = .text(try TextRule(reading: value))
    }
  }

  var isDerived: Bool { if case .text = self { false } else { true } }

  /// Returns the key; nil if the record has none.
  func key(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    switch self {
    case .text(let rule): return try rule.line(in: scope, &notes)
    case .slug(let rules):
      let slug = RecordKey.slug(try Self.texts(rules, in: scope, &notes))
      return slug.isEmpty ? nil : slug
    case .hash(let rules):
      let texts = try Self.texts(rules, in: scope, &notes)
      return texts.allSatisfy(\.isEmpty) ? nil : RecordKey.hash(list: texts)
    }
  }

  private static func texts(
    _ rules: [TextRule], in scope: borrowing Scope, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> [String] {
    var texts: [String] = []
    for rule in rules { texts.append(try rule.line(in: scope, &notes) ?? "") }
    return texts
  }
}
