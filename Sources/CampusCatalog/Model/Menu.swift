public import OpeningHours

/// The details of a menu: the dishes that a place serves at one meal of a service day.
///
/// A day without a menu is unknown; a day on which a place is closed belongs to its hours. Allergens and diets are as stated by the kitchen.
public struct Menu: Sendable, Hashable {
  /// The place that serves the dishes, perhaps of another feed. An entry of the same campus, unless its feed did not deliver.
  public var place: EntryID
  /// The service day.
  public var date: LocalDate
  public var meal: Meal
  /// The allergens that the feed can state, in the order of the regulation; empty if these are all. A dish is not free of the others.
  public var coveredAllergens: [Allergen.Code]
  /// The dishes in the order of the feed; never empty.
  public var sections: [MenuSection]

  public init(place: EntryID, date: LocalDate, meal: Meal, coveredAllergens: Set<Allergen.Code> = [], sections: [MenuSection]) {
    self.place = place
    self.date = date
    self.meal = meal
    let covered = Allergen.Code.allCases.filter(coveredAllergens.contains)
    self.coveredAllergens = covered.count == Allergen.Code.allCases.count ? [] : covered
    self.sections = sections
  }

  /// Whether the feed states of a dish that it is free of an allergen.
  public func states(_ dish: Dish, isFreeOf allergen: Allergen.Code) -> Bool {
    dish.allergensStated && (coveredAllergens.isEmpty || coveredAllergens.contains(allergen))
      && !dish.allergens.contains { $0.code == allergen }
  }

  /// The dishes of all sections, in order.
  public var dishes: [Dish] { sections.flatMap(\.dishes) }

  /// The number of dishes of all sections.
  package var dishCount: Int { sections.reduce(0) { $0 + $1.dishes.count } }

  /// Returns whether the dishes are no longer served: when the service day ends, at midnight, or later, with the meal, or, if its end is
  /// unknown, with the last service of the place.
  ///
  /// - Parameters:
  ///   - zone: the zone of the campus; nil for UTC.
  ///   - hours: the hours of the place; nil if unknown.
  package func hasEnded(by instant: Instant, in zone: Zone?, hours: Schedule? = nil) -> Bool {
    let (today, second) = zone?.local(instant) ?? instant.local(offset: 0)
    guard date < today else { return false }
    if let to = meal.to { return Int(today.daysSinceEpoch - date.daysSinceEpoch) * 1440 + second / 60 >= Int(to.minutes) }
    guard let hours else { return true }
    let status = hours.status(onDay: date)
    return !status.isOpen || status.until.map { $0 <= instant } ?? true
  }
}

/// A meal of a service day, such as lunch.
public struct Meal: Sendable, Hashable {
  /// The kind of a meal. Raw values are the values of `kind` in a catalog.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case breakfast, brunch, lunch, dinner, late
    case allDay = "all-day"
    case other
  }

  /// The feed's own name; nil if it has none.
  public var name: String?
  public var kind: Kind
  /// When the meal begins and ends, on the service day; nil if the feed does not say. If both are known, `to` is later, by 24 hours at most.
  public let from: LocalTime?
  public let to: LocalTime?

  /// Creates a meal. An end that is not after the beginning is on the next day if it is by 06:00, as in 21:00 to 01:00, and in 00:00 to 00:00.
  /// Other times that contradict each other, such as 14:00 to 11:00, are unknown.
  public init(name: String? = nil, kind: Kind, from: LocalTime? = nil, to: LocalTime? = nil) {
    self.name = name
    self.kind = kind
    guard let from, let to else {
      (self.from, self.to) = (from, to)
      return
    }
    let end = Self.end(Int(to.minutes), after: Int(from.minutes))
    (self.from, self.to) = end == nil ? (nil, nil) : (from, end)
  }

  private static func end(_ to: Int, after from: Int) -> LocalTime? {
    var end = to
    if to <= from {
      guard to <= 6 * 60, to < from || to == 0 else { return nil }
      end += 1440
    }
    return end > from && end - from <= 1440 ? LocalTime(minutes: end) : nil
  }
}

/// Dishes of a menu that belong together, such as those of one counter or course.
public struct MenuSection: Sendable, Hashable {
  /// The feed's own name; nil if it has none.
  public var name: String?
  /// The dishes in the order of the feed; never empty.
  public var dishes: [Dish]

  public init(name: String? = nil, dishes: [Dish]) {
    self.name = name
    self.dishes = dishes
  }
}
