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
      var isMarket = false
      for start in utf8.indices {
        // The letters that the words below begin with.
        switch lower(utf8[start]) {
        case UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "p"), UInt8(ascii: "j"), UInt8(ascii: "m"), UInt8(ascii: "g"): break
        default: continue
        }
        if cafes.contains(where: { stands($0, at: start, in: utf8) }) { return .cafe }
        isMarket = isMarket || markets.contains { stands($0, at: start, in: utf8) }
      }
      return isMarket ? .market : .restaurant
    }
  }

  private static let cafes: [StaticString] = ["café", "cafÉ", "cafe", "coffee", "starbucks", "pret a manger", "joe's"]
  private static let markets: [StaticString] = ["market", "grocer", "store", "provisions"]

  /// Compares bytes, upper-case ASCII letters read as lower-case ones.
  private static func stands(_ word: StaticString, at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard text.count - start >= count else { return false }
    for index in 0..<count where lower(text[start + index]) != lower(word.utf8Start[index]) { return false }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
