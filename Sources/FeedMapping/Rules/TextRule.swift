import FeedKit

/// A rule that finds a text in a record: the rule on which most other rules of a mapping file are built.
///
/// | In a file | Meaning |
/// |---|---|
/// | `"/name"` | the text, number or truth value at a JSON Pointer; absent if it is missing, null or an empty text |
/// | `["/short", "/name"]` | the first of several rules that finds a text |
/// | `{"text": "Open"}` | always this text |
/// | `{"html": "/about"}` | the plain text of an HTML fragment |
/// | `{"join": ["/street", "/city"], "with": ", "}` | the texts that are present, joined |
/// | `{"after": "/", "of": "/url"}`, `{"before": "?", "of": "/url"}` | the part after the last, or before the first, occurrence |
/// | `{"brackets": "/name"}` | the text in the brackets at the end, "A, G" of "Soup (A, G)" |
/// | `{"beforeBrackets": "/name"}` | the text before them |
/// | `{"table": {"D": "Dinner"}, "of": "/code", "else": "Other"}` | another text for a text; case does not matter |
/// | `{"words": {"cafe": ["coffee"]}, "of": "/name"}` | the first text of which a word occurs in a text; case does not matter |
/// | `{"key": true}` | the key of the record or row in the object that contains it |
/// | `{"address": true}` | the address of the request whose reply has the record |
/// | `{"record": "/id"}`, `{"group": "/name"}` | a pointer that begins at the record, or at the group of its records |
/// | `{"outer": "/title"}` | the value in the closest row, record or group around that has it |
/// | `{"other": "/name", "where": "/lid", "is": "/parent_lid"}` | the text of another record, by key |
enum TextRule: Sendable {
  // Only the rules that contain others are indirect: most are pointers, which are read for each value of each record.
  case at(JSONPath)
  case inRecord(JSONPath)
  case inGroup(JSONPath)
  case outer(JSONPath)
  case key
  case address
  case constant(String)
  case first([TextRule])
  indirect case html(TextRule)
  case join([TextRule], separator: String)
  indirect case after(String, of: TextRule)
  indirect case before(String, of: TextRule)
  indirect case brackets(TextRule)
  indirect case beforeBrackets(TextRule)
  indirect case table(WordTable, of: TextRule)
  indirect case words(KeywordTable, of: TextRule)
  indirect case other(OtherRecordRule, key: TextRule)
}

extension TextRule {
  /// Returns the text as it was sent; nil if it is absent or empty.
  ///
  /// - Throws: an error if a value is an array or an object.
  func text(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    switch self {
    case .at(let path): return try Self.text(of: path.find(in: scope))
    case .inRecord(let path): return try Self.text(of: scope.record.value(at: path))
    case .inGroup(let path): return try Self.text(of: scope.group.value(at: path))
    case .outer(let path): return try Self.text(of: scope.outer(path))
    case .other(let rule, let key):
      guard let key = try key.line(in: scope, &notes) else { return nil }
      return rule.ownList == nil ? scope.context.text(rule, of: key) : try rule.text(of: key, in: scope)
    case .key: return scope.key
    case .address: return scope.context.address
    case .constant(let text): return text
    case .first(let rules):
      for (index, rule) in rules.enumerated() {
        try notes.checkTime(before: 1)
        // Only the last rule gets a note if it finds nothing.
        let isLast = index == rules.count - 1
        let text =
          isLast
          ? try rule.text(in: scope, &notes)
          : try notes.discarding { (notes) throws(JSONFieldError) in try rule.text(in: scope, &notes) }
        if let text, !text.allSatisfy(\.isWhitespace) { return text }
      }
      return nil
    case .html(let rule):
      var removed = 0
      let text = try rule.text(in: scope, &notes).flatMap { PlainText.html($0, removedMarks: &removed) }
      if removed > 0 { notes.add(.marks, "\(removed) combining marks were left out: more than 30 followed each other") }
      return text
    case .join(let rules, let separator):
      var joined: String?
      for rule in rules {
        guard let text = try rule.line(in: scope, &notes) else { continue }
        joined = if let before = joined { before + separator + text } else { text }
      }
      return joined
    case .after(let mark, let rule):
      guard let text = try rule.text(in: scope, &notes), let range = text.ranges(of: mark).last else { return nil }
      return Self.present(String(text[range.upperBound...]))
    case .before(let mark, let rule):
      guard let text = try rule.text(in: scope, &notes) else { return nil }
      return Self.present(String(text[..<(text.firstRange(of: mark)?.lowerBound ?? text.endIndex)]))
    case .brackets(let rule):
      guard let text = try rule.line(in: scope, &notes).flatMap(PlainText.remark) else { return nil }
      return Self.parts(text).flatMap { Self.present($0.inside) }
    case .beforeBrackets(let rule):
      guard let text = try rule.line(in: scope, &notes).flatMap(PlainText.remark) else { return nil }
      return Self.present(Self.parts(text)?.before ?? text)
    case .table(let table, let rule): return table.word(for: try rule.text(in: scope, &notes), &notes)
    case .words(let table, let rule): return try table.first(in: try rule.text(in: scope, &notes) ?? "", &notes)
    }
  }

  /// Returns the text as one line of plain text; nil if it is absent or empty.
  func line(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    // In the common case, do not copy the text.
    if case .at(let path) = self, let utf8 = path.find(in: scope)?.utf8 { return PlainText.line(utf8) }
    return try text(in: scope, &notes).flatMap { PlainText.line($0) }
  }

  /// Returns the text, number or truth value as text; nil if it is absent, null or an empty text.
  static func text(of value: JSONValue?) throws(JSONFieldError) -> String? {
    guard let value, !value.isNull else { return nil }
    if let string = value.string { return present(string) }
    if let integer = value.integer { return String(integer) }
    if let flag = value.bool { return flag ? "true" : "false" }
    if let unsigned = value.unsigned { return String(unsigned) }
    if let number = value.double { return "\(number)" }
    // An element of XML with attributes.
    if let text = value["#text"] { return text.string.flatMap(present) }
    throw value.fault(.type, "expected text, found \(value.kind)")
  }

  /// Returns a line that ends with brackets in two parts; nil for others.
  private static func parts(_ line: String) -> (before: String, inside: String)? {
    guard line.hasSuffix(")") else { return nil }
    var depth = 0
    for index in line.indices.reversed() {
      if line[index] == ")" { depth += 1 }
      if line[index] == "(" { depth -= 1 }
      if depth == 0 { return (String(line[..<index]), String(line[line.index(after: index)...].dropLast())) }
    }
    return nil
  }

  private static func present(_ text: String) -> String? { text.isEmpty ? nil : text }
}

extension TextRule {
  /// Returns why a pointer finds no value, such as a number instead of an object; nil for other rules, and if the value is only absent.
  func fault(in scope: borrowing Scope) -> JSONFieldError? {
    if case .at(let path) = self { path.fault(in: scope) } else { nil }
  }
}

/// A table that replaces texts; case and spaces around a text do not matter.
struct WordTable: Sendable {
  let words: [String: String]
  let otherwise: String?
  /// Whether a text without a replacement is expected, and not noted.
  let isPartial: Bool

  /// Returns the replacement of a text; `otherwise` for other texts, or nil with a note if there is none.
  func word(for text: String?, _ notes: inout RecordNotes) -> String? {
    guard let text = text.flatMap({ PlainText.line($0) }) else { return otherwise }
    if let word = words[text.caseFolded] ?? PlainText.remark(text).flatMap({ words[$0.caseFolded] }) { return word }
    if otherwise == nil, !isPartial { notes.add(.word, "the table has no \"\(text.prefix(60))\"") }
    return otherwise
  }
}

/// A table of keywords, in the order of the file.
struct KeywordTable: Sendable {
  let rows: [(result: String, words: Keywords)]
  let otherwise: String?

  /// Returns the first result with a keyword that occurs in a text.
  func first(in text: String, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    let folded = Keywords.fold(text)
    for row in rows {
      try notes.checkTime(before: folded.utf8.count)
      if row.words.occur(inFolded: folded) { return row.result }
    }
    return otherwise
  }
}
