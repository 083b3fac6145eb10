public import CampusCatalog

/// A filter for dishes by what the kitchen states about them. A dish must meet all conditions.
public struct DishFilter: Sendable, Hashable {
  /// Only dishes with words that begin with those of this search in their names; nil for all. A word for a diet, such as "vegan" or
  /// "glutenfrei", also stands for the dishes that are stated to suit it.
  public var search: SearchText? { didSet { words = search.map { DishWords($0) } } }
  /// What the search stands for; nil for all dishes.
  var words: DishWords?
  /// Only dishes that are stated to suit all of these.
  public var diets: Set<Diet> = []
  /// Only dishes whose allergens are stated, and that have none of these.
  public var without: Set<Allergen.Code> = []
  /// Only dishes that cost this much at most; nil for any price.
  public var maximum: Maximum?

  public init() {}

  /// The maximum price of a portion, in the currency of each dish.
  public struct Maximum: Sendable, Hashable {
    /// An amount, as those of prices.
    public let amount: String
    /// Who pays it; nil for everybody.
    public let role: Price.Role?

    /// Creates a maximum from an amount as people write it, with a point or a comma.
    ///
    /// - Throws: `QueryError` if it is not a decimal number, or zero.
    package init(parsing text: String, role: Price.Role? = nil) throws(QueryError) {
      guard let maximum = Self(text.replacing(",", with: "."), role: role) else {
        throw QueryError(.amount, "invalid amount \"\(text)\"; write only a number such as 4.50, without a currency")
      }
      self = maximum
    }

    /// Creates a maximum; nil if the amount is not a decimal number, or zero.
    public init?(_ amount: String, role: Price.Role? = nil) {
      guard Price.isAmount(amount) else { return nil }
      (self.amount, self.role) = (amount, role)
    }

    /// Returns whether a price is low enough for the role, or, without one, for each role that has a price; nil if no price of a portion
    /// is stated for it.
    func accepts(_ prices: [Price]) -> Bool? {
      let portions = prices.filter { $0.per == nil }
      func accepts(_ role: Price.Role?) -> Bool? {
        let own = portions.filter { $0.role == role || $0.role == nil }
        return own.isEmpty ? nil : own.contains { !Self.isLess(amount, $0.amount) }
      }
      if role != nil { return accepts(role) }
      let roles = Set(portions.map(\.role))
      return roles.isEmpty ? nil : roles.allSatisfy { accepts($0) ?? true }
    }

    /// Compares decimal numbers.
    static func isLess(_ left: String, _ right: String) -> Bool {
      func parts(_ text: String) -> (whole: String, fraction: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        return (String(parts[0].drop { $0 == "0" }), parts.count > 1 ? String(parts[1]) : "")
      }
      let (left, right) = (parts(left), parts(right))
      if left.whole.count != right.whole.count { return left.whole.count < right.whole.count }
      if left.whole != right.whole { return left.whole < right.whole }
      let digits = max(left.fraction.count, right.fraction.count)
      func padded(_ text: String) -> String { text + String(repeating: "0", count: digits - text.count) }
      return padded(left.fraction) < padded(right.fraction)
    }
  }

  /// The number of dishes that were left out, each counted once, for the first reason in this order. Those without the words of the search
  /// do not count.
  public struct LeftOut: Sendable, Hashable {
    /// Dishes that are not stated to suit the diets.
    public internal(set) var diet = 0
    /// Dishes with one of the allergens.
    public internal(set) var allergen = 0
    /// Dishes without stated allergens.
    public internal(set) var allergensNotStated = 0
    /// Dishes that cost more.
    public internal(set) var price = 0
    /// Dishes without a stated price of a portion for the role.
    public internal(set) var priceNotStated = 0

    public var total: Int { diet + allergen + allergensNotStated + price + priceNotStated }
  }

  /// Returns a menu with only the dishes that meet the conditions; nil if there are none.
  func applied(to entry: Entry, _ leftOut: inout LeftOut) -> Entry? {
    guard var menu = entry.menu else { return nil }
    if self == DishFilter() { return entry }
    menu.sections = menu.sections.compactMap { section in
      let dishes = section.dishes.filter { accepts($0, of: menu, &leftOut) }
      return dishes.isEmpty ? nil : MenuSection(name: section.name, dishes: dishes)
    }
    guard !menu.sections.isEmpty else { return nil }
    var entry = entry
    entry.details = .menu(menu)
    return entry
  }

  private func accepts(_ dish: Dish, of menu: Menu, _ leftOut: inout LeftOut) -> Bool {
    if let words, !words.accept(dish) { return false }
    guard diets.allSatisfy(dish.isSuitable) else {
      leftOut.diet += 1
      return false
    }
    if !without.isEmpty {
      if dish.allergens.contains(where: { without.contains($0.code) }) {
        leftOut.allergen += 1
        return false
      }
      if !without.allSatisfy({ menu.states(dish, isFreeOf: $0) }) {
        leftOut.allergensNotStated += 1
        return false
      }
    }
    guard let maximum else { return true }
    switch maximum.accepts(dish.prices) {
    case true?: return true
    case false?: leftOut.price += 1
    case nil: leftOut.priceNotStated += 1
    }
    return false
  }
}
