package import CampusCatalog
package import OpeningHours

extension Diet {
  /// Returns a short word for people: "gluten-free".
  package func text(in language: Language) -> String { language.words.text("diet-\(rawValue)") }
}

extension Allergen {
  /// Returns the word for people, with its detail: "nuts (almonds)". Details that the regulation does not name are as the feed has them.
  package func text(in language: Language) -> String {
    let word = language.words.text("allergen-\(code.rawValue)")
    return detail.map { "\(word) (\(AllergenDetail($0)?.text(in: language) ?? $0))" } ?? word
  }
}

extension Menu {
  /// Returns what is stated about the allergens of a dish: "contains milk, nuts (almond)", or that they are not stated. A dish without any is
  /// only free of those that the feed can state.
  package func allergensText(of dish: Dish, in language: Language) -> String {
    let words = language.words
    func list(_ allergens: [Allergen]) -> String { allergens.map { $0.text(in: language) }.joined(separator: ", ") }
    if !dish.allergens.isEmpty {
      return words.text(dish.allergensStated ? "allergens-stated" : "allergens-partly-stated", ["allergens": list(dish.allergens)])
    }
    if !dish.allergensStated { return words.text("allergens-not-stated") }
    if coveredAllergens.isEmpty { return words.text("allergens-none") }
    return words.text("allergens-none-of", ["allergens": list(coveredAllergens.map { Allergen($0) })])
  }
}

extension Dish {
  /// Returns what a portion costs for a role or, without one, the lowest and the highest price: "2.60 EUR", "2.60–6.30 EUR"; nil if that is
  /// unknown, or prices are in several currencies.
  package func portionText(for role: Price.Role?, in language: Language) -> String? {
    let portions = prices.filter { $0.per == nil && $0.base == nil }
    // As in the filter, one without a role is for everybody.
    let own = role == nil ? portions : portions.filter { $0.role == role || $0.role == nil }
    let sorted = own.sorted { DishFilter.Maximum.isLess($0.amount, $1.amount) }
    guard let lowest = sorted.first, let highest = sorted.last, sorted.allSatisfy({ $0.currency == lowest.currency }) else { return nil }
    func amount(_ price: Price) -> String { price.amount.replacing(".", with: language.words.text("decimal-point")) }
    if role != nil || lowest.amount == highest.amount { return "\(amount(lowest)) \(lowest.currency)" }
    return "\(amount(lowest))–\(amount(highest)) \(lowest.currency)"
  }
}

extension Meal {
  /// Returns the name and the times: "Mittag, 11:00–14:00". A meal without a name has that of its kind.
  package func title(_ style: RegionalStyle) -> String {
    let name = name ?? style.words.text("meal-\(kind.rawValue)")
    switch (from, to) {
    case (let from?, let to?): return "\(name), \(style.times(Int(from.minutes), Int(to.minutes)))"
    case (let from?, nil): return "\(name), \(style.from(Int(from.minutes)))"
    case (nil, let to?): return "\(name), \(style.until(Int(to.minutes)))"
    case (nil, nil): return name
    }
  }
}

extension PlaceListing {
  /// The day of the dishes that the search found; nil for the one in question.
  package var dishesDayText: String? { dishesDate.map { style.date($0, from: zone?.local(instant).date ?? $0) } }
}

extension Price {
  /// Returns the price and who pays it: "2.60 EUR (students)", "1.50 + 0.90 EUR per 100 g".
  package func text(in language: Language) -> String {
    let words = language.words
    func number(_ text: String) -> String { text.replacing(".", with: words.text("decimal-point")) }
    let amount = (base.map { "\(number($0)) + " } ?? "") + number(amount)
    var text = "\(amount) \(currency)"
    if let per {
      text = words.text("price-per", ["amount": amount, "currency": currency, "quantity": "\(number(per.amount)) \(per.unit)"])
    }
    return role.map { "\(text) (\(words.text("role-\($0.rawValue)")))" } ?? text
  }
}
