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
    var name = name
    return name.withUTF8 { utf8 in
      if cafes.contains(where: { contains($0, in: utf8) }) { return .cafe }
      return markets.contains(where: { contains($0, in: utf8) }) ? .market : .restaurant
    }
  }

  private static let cafes: [StaticString] = ["café", "cafÉ", "cafe", "coffee", "starbucks", "pret a manger", "joe's"]
  private static let markets: [StaticString] = ["market", "grocer", "store", "provisions"]

  /// Looks for bytes, upper-case ASCII letters read as lower-case ones.
  private static func contains(_ word: StaticString, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard text.count >= count else { return false }
    let first = word.utf8Start[0]
    for start in 0...(text.count - count) where lower(text[start]) == first {
      var index = 1
      while index < count, lower(text[start + index]) == lower(word.utf8Start[index]) { index += 1 }
      if index == count { return true }
    }
    return false
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
