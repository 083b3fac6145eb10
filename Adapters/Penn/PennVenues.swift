import CampusCatalog

/// Facts that the feed does not have and that the owners' own app knows by id.
enum PennVenues {
  /// Residential dining halls; all other ids are retail.
  static let halls: Set<Int64> = [593, 636, 637, 638, 747, 1442]

  /// The page with the menu of a venue; nil for an id that is not in the list.
  static func menu(of id: Int64) -> WebAddress? { menus[id] }

  private static let menus: [Int64: WebAddress] = pages.compactMapValues {
    WebAddress("https://university-of-pennsylvania.cafebonappetit.com/cafe/\($0)/")
  }

  private static let pages: [Int64: String] = [
    593: "1920-commons", 636: "hill-house", 637: "kings-court-english-house", 638: "falk-dining-commons", 639: "houston-market",
    641: "accenture-cafe", 642: "joes-cafe", 747: "mcclelland", 1057: "1920-gourmet-grocer", 1163: "1920-starbucks",
    1442: "lauder-college-house", 1732: "pret-a-manger-upper", 1733: "pret-a-manger-lower", 1_464_004: "quaker-kitchen",
    1_464_009: "cafe-west",
  ]

  /// What a retail venue is, by words of its name.
  static func retailCategory(of name: String) -> Category {
    let lower = name.lowercased()
    if ["café", "cafe", "coffee", "starbucks", "pret a manger", "joe's"].contains(where: lower.contains) { return .cafe }
    if ["market", "grocer", "store", "provisions"].contains(where: lower.contains) { return .market }
    return .restaurant
  }
}
