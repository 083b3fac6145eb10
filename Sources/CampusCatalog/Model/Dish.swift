/// A dish of a menu, with what the kitchen states about it.
public struct Dish: Sendable, Hashable {
  public var name: String
  /// Remarks of the feed, such as the side dishes.
  public var notes: [String]
  /// The stated diets, in the order of `Diet`, each once. `isSuitable(for:)` also knows what they imply.
  public let diets: [Diet]
  /// The stated allergens, sorted, each once. One may contradict a diet: both are kept.
  public let allergens: [Allergen]
  /// Whether the feed states all allergens of this dish, as far as it can (`Menu.coveredAllergens`). Otherwise, the dish is not "free of"
  /// anything, even if some of them are known.
  public let allergensStated: Bool
  /// Other labels, as the feed has them.
  public var labels: [String]
  /// The prices in the order of the feed; empty if unknown.
  public var prices: [Price]

  /// - Parameter allergensStated: whether the feed says that there are no other allergens; nil if it does wherever it states some.
  public init(
    name: String, notes: [String] = [], diets: [Diet] = [], allergens: [Allergen] = [], allergensStated: Bool? = nil,
    labels: [String] = [], prices: [Price] = []
  ) {
    self.name = name
    self.notes = notes
    self.diets = diets.sortedAndUnique
    self.allergens = allergens.sortedAndUnique
    self.allergensStated = allergensStated ?? !allergens.isEmpty
    self.labels = labels
    self.prices = prices
  }

  /// Whether the dish is stated to suit a diet. A vegan dish is vegetarian; nothing else is implied.
  public func isSuitable(for diet: Diet) -> Bool { diets.contains(diet) || diet == .vegetarian && diets.contains(.vegan) }
}

/// A diet that a dish suits. Raw values are the values in a catalog.
public enum Diet: String, Sendable, Hashable, CaseIterable, Comparable {
  case vegan, vegetarian, pescatarian, halal, kosher
  case glutenFree = "gluten-free"
  case lactoseFree = "lactose-free"

  private var order: Int {
    switch self {
    case .vegan: 0
    case .vegetarian: 1
    case .pescatarian: 2
    case .halal: 3
    case .kosher: 4
    case .glutenFree: 5
    case .lactoseFree: 6
    }
  }

  public static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

/// A substance that may cause allergies or intolerances, and that a dish contains.
public struct Allergen: Sendable, Hashable, Comparable {
  /// The substances of Annex II of Regulation (EU) No 1169/2011, in its order. Raw values are the values in a catalog.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case gluten, crustaceans, egg, fish, peanut, soy, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs

    fileprivate var order: Int {
      switch self {
      case .gluten: 0
      case .crustaceans: 1
      case .egg: 2
      case .fish: 3
      case .peanut: 4
      case .soy: 5
      case .milk: 6
      case .nuts: 7
      case .celery: 8
      case .mustard: 9
      case .sesame: 10
      case .sulphites: 11
      case .lupin: 12
      case .molluscs: 13
      }
    }
  }

  public let code: Code
  /// The exact substance, such as "wheat"; nil if the feed does not say.
  public let detail: String?

  public init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }

  /// Sorts by code, then by the bytes of the detail; those without a detail come first.
  public static func < (left: Self, right: Self) -> Bool {
    if left.code != right.code { return left.code.order < right.code.order }
    guard let detail = right.detail else { return false }
    return left.detail.map { $0.utf8.lexicographicallyPrecedes(detail.utf8) } ?? true
  }
}

extension Array where Element: Comparable & Hashable {
  /// The elements in order, each once.
  fileprivate var sortedAndUnique: [Element] { zip(self, dropFirst()).allSatisfy { $0 < $1 } ? self : Set(self).sorted() }
}
