import FeedKit

/// Finds the category of a retail venue by keywords in its name.
enum RetailCategory {
  private static let cafes = Keywords("café", "cafÉ", "cafe", "coffee", "starbucks", "pret a manger", "joe's")
  private static let markets = Keywords("market", "grocer", "store", "provisions")

  static func of(_ name: String) -> Category {
    cafes.occur(in: name) ? .cafe : markets.occur(in: name) ? .market : .restaurant
  }
}
