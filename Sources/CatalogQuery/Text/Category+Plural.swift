package import CampusCatalog
package import OpeningHours

extension Category {
  /// Returns the name of a group of places, such as "Dining halls".
  package func plural(in language: Language) -> String { language.words.text("category-\(rawValue)") }
}
