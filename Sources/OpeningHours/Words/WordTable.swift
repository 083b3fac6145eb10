/// The words of one language: all texts of answers and pages, by key (`words.en.txt`), so that another language is another file.
///
///     words.text("all-campuses")                          // "All campuses"
///     words.text("walk", ["minutes": "4"])                // "about 4 min walk"
///     words.text("open-places", count: 3)                 // "3 places open"
///
/// Values replace their names in braces. A text with a count has two forms, `KEY.one` and `KEY.other`, and `{count}` in it; `form-of-zero` says
/// which one 0 has.
package struct WordTable: Sendable {
  /// A part of a text: literal text, or the name of a value.
  package enum Part: Sendable, Equatable {
    case literal(String)
    case value(String)
  }

  /// The texts by key, as in the file.
  package let texts: [String: String]
  /// Short and full names of the weekdays, Sunday first.
  package let weekdays, fullWeekdays: [String]
  /// Short and full names of the months.
  let months, fullMonths: [String]
  private let parts: [String: [Part]]

  init(of language: Language) {
    self.init(parsing: EmbeddedFiles.texts["Words/words.\(language.rawValue).txt"] ?? "")
  }

  /// Parses lines of the form `key: text`. Empty lines and those that begin with `#` do not count.
  init(parsing file: String) {
    var texts: [String: String] = [:]
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let text = line[line.index(after: colon)...].drop { $0 == " " }
      texts[String(line[..<colon])] = text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
    }
    func list(_ key: String) -> [String] { texts[key]?.split(separator: " ").map(String.init) ?? [] }
    (weekdays, fullWeekdays, months, fullMonths) = (list("weekdays"), list("weekday-names"), list("months"), list("month-names"))
    self.texts = texts
    parts = texts.mapValues(Self.parts)
  }

  /// Returns a text; the key itself if the table lacks it.
  package func text(_ key: String, count: Int? = nil, _ values: KeyValuePairs<String, String> = [:]) -> String {
    var text = ""
    for part in parts(of: key, count: count) {
      switch part {
      case .literal(let literal): text += literal
      case .value(let name): text += values.first { $0.key == name }?.value ?? count.map(String.init) ?? ""
      }
    }
    return text
  }

  /// Returns the parts of a text.
  package func parts(of key: String, count: Int? = nil) -> [Part] {
    guard let count else { return parts[key] ?? [.literal(key)] }
    let form = count == 1 ? "one" : count == 0 ? texts["form-of-zero"] ?? "other" : "other"
    return parts["\(key).\(form)"] ?? [.literal(key)]
  }

  /// Returns a noun as it is written within a sentence.
  package func inSentence(_ noun: String) -> String { texts["noun-case"] == "capital" ? noun : noun.lowercased() }

  private static func parts(_ text: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      if start > rest.startIndex { parts.append(.literal(String(rest[..<start]))) }
      parts.append(.value(String(rest[rest.index(after: start)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? parts : parts + [.literal(String(rest))]
  }
}
