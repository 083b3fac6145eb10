import Foundation

extension RecordKey {
  /// Returns a readable key for a record that has none: the words of the texts in lower case, without accents and apostrophes, joined by
  /// hyphens. "Café 1" and "Guild" are `cafe-1-guild`. Letters of other scripts stay (and are escaped in the id). Empty for texts of more
  /// than 4,096 bytes together, which are not names.
  public static func slug(_ texts: [String]) -> String {
    guard texts.reduce(0, { $0 + $1.utf8.count }) <= maximumBytes else { return "" }
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

  private static let maximumBytes = 4096
}
