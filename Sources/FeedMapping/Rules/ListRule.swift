import FeedKit

/// A rule that finds a list of texts in a record.
///
/// | In a file | Meaning |
/// |---|---|
/// | `"/tags"` | the texts of an array; a single text is a list of one |
/// | `{"each": "/amenities", "take": "/name"}` | a text, or a list, for each element of an array or member of an object |
/// | `{"each": "/allergens", "drop": {"at": "/value", "is": false}, "take": "/name"}` | the same, without some of them |
/// | `{"split": "/tags", "by": ","}` | the parts of a text |
/// | `{"flags": {"Wi-Fi": "/wifi"}}` | the names whose value is true or 1, also as text |
/// | `["/tags", {…}]` | the texts of several rules |
enum ListRule: Sendable {
  case at(JSONPath)
  case text(TextRule)
  indirect case each(JSONPath, drop: Conditions, take: ListRule)
  case split(TextRule, by: String)
  case flags([(name: String, path: JSONPath)])
  case all([ListRule])

  private static let flagTexts = ["true": true, "1": true, "false": false, "0": false]

  init(reading value: JSONValue) throws(JSONFieldError) {
    if value.isArray {
      self = .all(try value.values { (rule) throws(JSONFieldError) in try ListRule(reading: rule) })
    } else if value["each"] != nil {
      try value.expectOnly(["each", "drop", "take"])
      self = .each(
        try value.requiredPath("each"), drop: try Conditions(reading: value["drop"]),
        take: try value.required("take", ListRule.init(reading:)))
    } else if value["split"] != nil {
      try value.expectOnly(["split", "by"])
      self = .split(try value.rule("split"), by: try value["by"]?.nonEmptyText() ?? ",")
    } else if let flags = value["flags"] {
      try value.expectOnly(["flags"])
      var names: [(name: String, path: JSONPath)] = []
      var members = flags.members
      while let member = members.next() { names.append((member.key, try member.value.path())) }
      self = .flags(names)
    } else if value.string != nil {
      self = .at(try value.path())
    } else {
      self = .text(try TextRule(reading: value))
    }
  }

  /// Adds the texts to a list.
  ///
  /// - Throws: the first error, after adding all texts that can be read.
  func add(to texts: inout UniqueTexts, in scope: borrowing Scope, keepsLines: Bool = false, _ notes: inout RecordNotes)
    throws(JSONFieldError)
  {
    func insert(_ text: String?) -> Bool {
      guard let text = text.flatMap({ keepsLines ? PlainText.lines($0) : PlainText.line($0) }) else { return false }
      texts.insert(text)
      return true
    }
    switch self {
    case .at(let path):
      guard let value = path.find(in: scope) else {
        if let fault = path.fault(in: scope) { throw fault }
        return
      }
      guard value.isArray else {
        _ = insert(try TextRule.text(of: value))
        return
      }
      var elements = value.elements
      var fault: JSONFieldError?
      while let element = elements.next() {
        do throws(JSONFieldError) { if !insert(try TextRule.text(of: element)) { texts.hasGaps = true } } catch { fault = fault ?? error }
      }
      if let fault { throw fault }
    case .text(let rule): _ = insert(try rule.text(in: scope, &notes))
    case .each(let path, let drop, let rule):
      guard var rows = try path.rows(in: scope) else {
        if let fault = path.fault(in: scope) { throw fault }
        return
      }
      // The members of an object have no order.
      var byKey: [(key: String, texts: UniqueTexts)] = []
      var fault: JSONFieldError?
      while let row = rows.next() {
        try notes.checkTime(before: 1)
        let scope = scope.inner(row, key: rows.key)
        let isDropped = drop.hold(in: scope)
        if isDropped, row.isObject || row.isNull { continue }
        var found = UniqueTexts()
        do throws(JSONFieldError) { try rule.add(to: &found, in: scope, keepsLines: keepsLines, &notes) } catch { fault = fault ?? error }
        // A text or a number instead of an object.
        if found.texts.isEmpty, !row.isObject, !row.isNull, row.bool == nil, row.string?.isEmpty != true, !row.isArray || row.count > 0 {
          fault = fault ?? row.fault(.type, "expected an object, found \(row.kind)")
        }
        if isDropped { continue }
        if found.texts.isEmpty || found.hasGaps { texts.hasGaps = true }
        if let key = rows.key {
          byKey.append((key, found))
        } else {
          found.texts.forEach { texts.insert($0) }
        }
      }
      for (_, found) in byKey.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        found.texts.forEach { texts.insert($0) }
      }
      if let fault { throw fault }
    case .split(let rule, let separator):
      for part in try rule.text(in: scope, &notes)?.split(separator: separator) ?? [] { _ = insert(String(part)) }
    case .flags(let names):
      var fault: JSONFieldError?
      for (name, path) in names {
        // Without a value, it is unknown.
        guard let value = path.find(in: scope) else {
          texts.hasGaps = true
          continue
        }
        // An element of XML may have attributes.
        let text = value["#text"]?.string ?? value.string
        if let flag = value.bool ?? value.integer.flatMap({ [0: false, 1: true][$0] }) ?? text.flatMap({ Self.flagTexts[$0] }) {
          if flag { _ = insert(name) }
        } else if value.isNull || value.string?.isEmpty == true {
          texts.hasGaps = true
        } else {
          fault = fault ?? value.fault(.type, "expected true or false, found \(value.kind)")
        }
      }
      if let fault { throw fault }
    case .all(let rules):
      var fault: JSONFieldError?
      for rule in rules {
        do throws(JSONFieldError) { try rule.add(to: &texts, in: scope, keepsLines: keepsLines, &notes) } catch { fault = fault ?? error }
      }
      if let fault { throw fault }
    }
  }
}
