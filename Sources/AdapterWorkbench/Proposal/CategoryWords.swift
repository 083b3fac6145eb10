/// Words in names and labels that say which category a place has. The first one decides.
enum CategoryWords {
  static let all: [(category: String, words: [String])] = [
    ("cafe", ["café", "cafe", "coffee", "espresso", "starbucks", "bagel"]),
    ("dining-hall", ["dining hall", "dining room", "dining center", "dining centre", "dining commons", "commons", "buffet"]),
    ("fast-food", ["fast food", "food court", "takeaway"]),
    ("bar", ["bar", "pub"]),
    ("market", ["market", "convenience", "grocery", "supermarket"]),
    ("library", ["library"]),
    ("gym", ["gym", "athletic", "fitness", "recreation"]),
    ("retail", ["shop", "store", "bookstore"]),
    ("restaurant", ["restaurant", "bistro", "grill", "kitchen", "canteen", "brasserie"]),
    ("service", ["office", "service"]),
  ]

  /// Returns the category of a label; nil if it has none of the words.
  static func category(of label: String) -> String? {
    let folded = " " + label.lowercased().split { !$0.isLetter }.joined(separator: " ") + " "
    return all.first { $0.words.contains { folded.contains(" \($0) ") } }?.category
  }
}
