import FeedKit

/// Finds the category of a place by keywords in its name, or else in its description.
enum CategoryKeywords {
  private static let categories: [(Category, Set<String>)] = [
    (.cafe, ["café", "cafe", "cafés", "cafes", "coffee", "cafe\u{301}", "cafeteria", "espresso"]),
    (.restaurant, ["restaurant", "bistro", "canteen", "brasserie", "grill", "kitchen"]),
    (.bar, ["bar", "pub"]),
    (.retail, ["shop", "store", "supermarket"]),
  ]

  static func category(name: String, description: String?) -> Category {
    for text in [name, description ?? ""] {
      let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
      for (category, known) in categories where !words.isDisjoint(with: known) { return category }
    }
    return .other
  }
}
