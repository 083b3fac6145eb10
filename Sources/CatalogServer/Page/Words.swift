import CampusCatalog
import CatalogExport
import Foundation

/// The words of the pages and their scripts: one table of texts (`Assets/words.en.json`), so that another language is another file.
///
///     Words.text("all-campuses")                                       // "All campuses"
///     Words.text("walk", ["minutes": "4"])                             // "about 4 min walk"
///     Words.text("open-places", count: 3)                              // "3 places open"
///     Words.html("next", ["name": "<bdi>\(name)</bdi>"])               // escapes the text, but not the markup in it
///
/// Values replace their names in braces. A text with a count has two forms, `KEY.one` and `KEY.other`, and `{count}` in it.
///
/// The table does not have texts that pages share with the API, commands and exported pages, which are English: sentences about states, hours,
/// dates and changes (`OpeningHours`, `CatalogQuery`, `CatalogDiff`), events, alerts and reports of feeds (`CatalogExport`), and advice about
/// wrong parameters (`Problem`). It has the sentences that scripts write instead of the server's.
enum Words {
  /// The table, as JSON.
  private static let json = EmbeddedFiles.texts["Assets/words.en.json"] ?? "{}"

  /// The texts by key.
  static let texts = (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]

  /// Returns a text; the key itself if the table lacks it.
  static func text(_ key: String, count: Int? = nil, _ values: [String: String] = [:]) -> String {
    parts(key, count).map { $0.name.map { values[$0] ?? count?.description ?? "" } ?? String($0.text) }.joined()
  }

  /// Returns the name of the places of a category, such as "Dining halls".
  static func text(_ category: Category) -> String { text("category-\(category.rawValue)") }

  /// Returns a text with markup as its values.
  static func html(_ key: String, count: Int? = nil, _ values: [String: HTML]) -> HTML {
    HTML.all(
      parts(key, count).map { part -> HTML in
        if let name = part.name { return values[name] ?? "\(count?.description ?? "")" }
        return "\(String(part.text))"
      })
  }

  /// Returns the literal parts of a text, and the names of values.
  private static func parts(_ key: String, _ count: Int?) -> [(text: Substring, name: String?)] {
    let key = count.map { "\(key).\($0 == 1 ? "one" : "other")" } ?? key
    var parts: [(text: Substring, name: String?)] = []
    var rest = Substring(texts[key] ?? key)
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      parts.append((rest[..<start], nil))
      parts.append(("", String(rest[rest.index(after: start)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    return parts + [(rest, nil)]
  }
}
