import Foundation

extension RecordKey {
  /// Returns a readable key for a record that has none: the words of the texts in lower case, without accents and apostrophes, joined by
  /// hyphens. "Café 1" and "Guild" are `cafe-1-guild`. Letters of other scripts stay (and are escaped in the id).
  public static func slug(_ texts: [String]) -> String {
    var slug = ""
    for scalar in texts.joined(separator: " ").decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
      let properties = scalar.properties
      if properties.isAlphabetic || properties.numericType != nil {
        slug.unicodeScalars.append(scalar)
      } else if properties.generalCategory == .nonspacingMark || scalar == "'" || scalar == "\u{2019}" {
        continue
      } else if !slug.isEmpty, !slug.hasSuffix("-") {
        slug += "-"
      }
    }
    if slug.hasSuffix("-") { slug.removeLast() }
    return slug
  }
}
