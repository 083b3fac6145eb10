import FeedKit

/// A rule that finds a text in another record, by a key: `{"other": "/name", "where": "/lid", "is": "/parent_lid"}` is the name of the record
/// whose `lid` is this record's `parent_lid`. With `"in": "/buildings"`, the other records are those of another list in the reply, and with
/// `"within": "/fields"`, the elements of a list in this record.
///
/// All pages of a feed are searched. If records with the same key have different texts, the first in the order of their bytes is used.
struct OtherRecordRule: Sendable, Hashable {
  /// The text, in the other record.
  let text: JSONPath
  /// The key of the other record.
  let key: JSONPath
  /// The list of the other records, from the root of the reply; nil for the records of the mapping.
  let list: JSONPath?
  /// The list in the record itself; nil for other records.
  let ownList: JSONPath?

  /// Reads the members `other`, `where` and `in` of a rule.
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["other", "where", "is", "in", "within"])
    text = try value.requiredPath("other")
    key = try value.requiredPath("where")
    list = try value.path("in")
    ownList = try value.path("within")
    if list != nil, ownList != nil { throw value.fault(.value, "a list is either \"in\" the reply or \"within\" the record") }
  }

  /// Adds the key and the text of a record.
  func add(_ record: JSONValue, to texts: inout [String: String]) {
    guard let key = Self.line(record, key), let text = Self.line(record, text) else { return }
    texts[key] = texts[key].map { $0.utf8.lexicographicallyPrecedes(text.utf8) ? $0 : text } ?? text
  }

  /// Returns the text of the element with a key in the record's own list.
  func text(of key: String, in scope: borrowing Scope) throws(JSONFieldError) -> String? {
    guard let ownList, var rows = try ownList.rows(in: scope) else { return nil }
    while let row = rows.next() {
      if let found = Self.line(row, self.key), found == key { return Self.line(row, text) }
    }
    return nil
  }

  private static func line(_ record: JSONValue, _ path: JSONPath) -> String? {
    guard let text = try? TextRule.text(of: record.value(at: path)) else { return nil }
    return PlainText.line(text)
  }

  /// Returns the rules in a mapping.
  static func all(in value: JSONValue) -> Set<OtherRecordRule> {
    var found: Set<OtherRecordRule> = []
    var elements = value.elements
    while let element = elements.next() { found.formUnion(all(in: element)) }
    if value["other"] != nil, let rule = try? OtherRecordRule(reading: value), rule.ownList == nil {
      found.insert(rule)
    }
    var members = value.members
    while let member = members.next() {
      if !Mapping.keysOfTexts.contains(member.key) { found.formUnion(all(in: member.value)) }
    }
    return found
  }
}
