import FeedKit

/// Makes an adapter in code from the files in `Templates`. It reads the id and the name of each record, and its README lists the other
/// proposed values.
struct AdapterTemplate {
  enum Language { case python, swift }

  private let proposal: MappingProposal
  /// The values of the placeholders: "lakeside" under "name" for `{{name}}`.
  private var values: [String: String]

  init(_ proposal: MappingProposal, in language: Language, name: String, request: String) {
    self.proposal = proposal
    values = ["name": name, "type": Self.type(name), "request": request, "format": proposal.format.rawValue]
    values["lists"] = "[\(Self.lists(of: proposal).map { Self.literal($0, in: language) }.joined(separator: ", "))]"
    for (placeholder, field) in [("readID", "id"), ("readName", "name")] {
      values[placeholder] = Self.expression(for: Self.rule(field, of: proposal), in: language)
    }
  }

  /// Returns a name for a type: "LakeSide" for "lake-side".
  static func type(_ name: String) -> String {
    let type = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return type.first?.isNumber == true ? "Campus\(type)" : type
  }

  /// Returns the JSON Pointers of the records: one, or a list's and those of lists in the elements of the list before. Empty if the
  /// reply is one place.
  static func lists(of proposal: MappingProposal) -> [String] {
    switch rule("records", of: proposal) {
    case .string(let pointer): [pointer]
    case .array(let pointers): pointers.compactMap(\.string)
    case .object, .literal, nil: []
    }
  }

  private static func rule(_ field: String, of proposal: MappingProposal) -> JSONTree? {
    proposal.guesses.first { $0.field == field }.flatMap { JSONTree(parsing: Array($0.rule.utf8)) }
  }

  /// Returns a text as a literal with quotes. Only printable ASCII is written as it is, so that no text can end the literal, or be code in it.
  static func literal(_ text: String, in language: Language) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case " "..."~": return String(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return language == .swift ? "\\u{\(digits)}" : "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return "\"\(characters.joined())\""
  }

  /// Returns code for the text that a rule reads: the value at a pointer, the key of the record, or an id made from the name.
  private static func expression(for rule: JSONTree?, in language: Language) -> String {
    if let pointer = rule?.string ?? rule?["html"]?.string ?? rule?["of"]?.string {
      let pointer = literal(pointer, in: language)
      return language == .python ? "line(record, \(pointer))" : "try record.line(at: \(pointer))"
    }
    if rule?["key"] != nil { return "key" }
    return language == .python ? "slug(name)" : "RecordKey.slug([name])"
  }

  /// Returns the text of a file in `Templates` with values instead of its placeholders. A value may look like a placeholder itself.
  func text(of file: String, _ more: [String: String] = [:]) -> String {
    let values = values.merging(more) { $1 }
    let template = EmbeddedFiles.texts["Scaffold/Templates/\(file).template"] ?? ""
    return template.replacing(/\{\{([A-Za-z]+)\}\}/) { values[String($0.1)] ?? String($0.0) }
  }

  /// The proposed values as the rows of a table.
  var table: String {
    proposal.guesses.map { guess in
      let cells = ["`\(guess.field)`", "`\(guess.rule)`", guess.evidence, guess.confidence.rawValue]
      return "| " + cells.map { PlainText.visible($0, isOneLine: true).replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}

extension JSONTree {
  fileprivate subscript(key: String) -> JSONTree? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }
}
