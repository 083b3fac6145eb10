import Foundation

/// Makes record keys for places, which have no ids in the feed, from their name and building.
enum PlaceSlug {
  /// Returns lower-case words without accents and apostrophes, joined by hyphens: "Café 1" in "Guild" is `cafe-1-guild`. Letters of other
  /// scripts are kept (and escaped in the id).
  static func make(_ name: String, _ building: String?) -> String {
    let text = [name, building ?? ""].joined(separator: " ")
    var slug = ""
    for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
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
