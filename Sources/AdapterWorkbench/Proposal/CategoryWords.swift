import FeedKit

/// Words in names and labels that say which category a place has. The first one decides.
enum CategoryWords {
  static let all: [(category: String, words: [String])] = [
    (
      "cafe",
      [
        "café", "cafe", "coffee", "espresso", "starbucks", "dunkin", "peet's", "einstein", "pret a manger", "caribou", "tim hortons",
        "bagel",
        "bagels", "smoothie", "smoothies", "juice bar", "perk", "perks", "bakery", "tea house", "coffeehouse",
      ]
    ),
    ("study", ["study room", "study space", "reading room", "computer lab", "learning commons"]),
    (
      "dining-hall",
      [
        "dining hall", "dining halls", "dining room", "dining center", "dining centre", "dining court", "dining commons", "commons",
        "residential dining", "residential", "buffet", "cafeteria", "refectory", "mensa",
      ]
    ),
    (
      "fast-food",
      [
        "fast food", "fast casual", "food court", "food truck", "takeaway", "takeout", "take out", "pizza", "burger", "burgers", "subway",
        "chick-fil-a", "mcdonald's", "taco", "tacos",
      ]
    ),
    ("bar", ["bar", "pub", "tavern", "taproom"]),
    ("market", ["market", "mart", "convenience", "grocery", "grocer", "supermarket", "c-store", "provisions"]),
    ("library", ["library", "libraries"]),
    (
      "gym",
      [
        "gym", "gymnasium", "athletic", "athletics", "fitness", "recreation", "recreational", "weight room", "climbing wall", "aquatic",
        "aquatics", "swimming pool", "pool", "natatorium", "sport", "sports", "wellness",
      ]
    ),
    ("retail", ["shop", "store", "bookstore", "bookshop", "retail"]),
    ("restaurant", ["restaurant", "bistro", "grill", "kitchen", "canteen", "brasserie", "diner", "deli", "eatery", "food", "dining"]),
    ("service", ["office", "offices", "service", "services", "bank", "health", "clinic", "help desk", "mail"]),
  ]

  /// Returns the category of a label; nil if it has none of the words.
  static func category(of label: String) -> String? {
    let folded = fold(PlainText.repairDoubleEncoding(label) ?? label)
    return all.first { $0.words.contains { occurs($0, in: folded) } }?.category
  }

  /// Returns the words of a category that occur in texts, and never inside another word there: a rule finds parts of words too.
  static func words(of words: [String], in texts: [String]) -> [String] {
    let found = words.filter { word in
      let found = texts.filter { $0.lowercased().contains(word) }
      return !found.isEmpty && found.allSatisfy { occurs(word, in: fold($0)) }
    }
    // The rule finds "bagel" in "bagels".
    return found.filter { word in !found.contains { $0 != word && word.contains($0) } }
  }

  private static func fold(_ text: String) -> String {
    let words = text.lowercased().replacing("’", with: "'").split { !$0.isLetter && $0 != "'" && $0 != "-" }
    return " " + words.map { $0.hasSuffix("'") ? $0.dropLast() : $0 }.joined(separator: " ") + " "
  }

  private static func occurs(_ word: String, in folded: String) -> Bool { folded.contains(" \(word) ") || folded.contains(" \(word)s ") }
}
