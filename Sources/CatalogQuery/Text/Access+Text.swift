package import CampusCatalog
package import OpeningHours

extension Place.Access {
  /// Returns who may go to a place, such as "members only".
  package func text(in language: Language) -> String { language.words.text("access-\(rawValue)") }
}
