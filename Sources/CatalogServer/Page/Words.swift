import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// The words of the page that is being made, from the table of its language (`WordTable`).
///
///     Words.text("all-campuses")                             // "All campuses"
///     Words.html("next", ["name": "<bdi>\(name)</bdi>"])     // escapes the text, but not the markup in it
///
/// Advice about wrong parameters (`Problem`) and descriptions of changes (`CatalogDiff`), which are also data of the API, are in English.
enum Words {
  /// The language of the page that is being made (`SiteQuestion.pageLanguage`).
  @TaskLocal static var language = Language.english

  static var table: WordTable { language.words }

  /// Returns a text; the key itself if the table lacks it.
  static func text(_ key: String, count: Int? = nil, _ values: KeyValuePairs<String, String> = [:]) -> String {
    table.text(key, count: count, values)
  }

  /// Returns the name of the places of a category, such as "Dining halls".
  static func text(_ category: Category) -> String { category.plural(in: language) }

  /// Returns a text with markup as its values.
  static func html(_ key: String, count: Int? = nil, _ values: KeyValuePairs<String, HTML>) -> HTML {
    table.html(key, count: count, values)
  }
}
