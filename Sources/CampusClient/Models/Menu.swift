public import OpeningHours

/// The dishes of one meal, on one day, at one place.
public struct Menu: Codable, Sendable, Hashable, Identifiable {
  public struct Meal: Codable, Sendable, Hashable {
    public var name: String?
    /// `breakfast`, `brunch`, `lunch`, `dinner`, `late`, `all-day` or `other`.
    public var kind: String
    /// Local times of the service day.
    public var from, to: LocalTime?
  }

  /// A part of a menu, such as a counter.
  public struct Section: Codable, Sendable, Hashable {
    public var name: String?
    public var dishes: [Dish]
  }

  public struct Dish: Codable, Sendable, Hashable {
    public var name: String
    public var notes: [String]?
    /// `vegan`, `vegetarian`, `pescatarian`, `halal`, `kosher`, `gluten-free` or `lactose-free`.
    public var diets: [String]?
    public var allergens: [Allergen]?
    /// Whether the kitchen states all allergens of the dish. If not, it is not free of any.
    public var allergensStated: Bool
    public var labels: [String]?
    public var prices: [Price]?
  }

  public struct Allergen: Codable, Sendable, Hashable {
    public var code: String
    /// The exact substance, such as "wheat".
    public var detail: String?
  }

  public struct Price: Codable, Sendable, Hashable {
    public struct Quantity: Codable, Sendable, Hashable {
      public var amount, unit: String
    }

    /// `student`, `employee`, `guest` or `pupil`; nil for everybody.
    public var role: String?
    /// A decimal number, exact as stated.
    public var amount: String
    /// ISO 4217.
    public var currency: String
    /// The quantity that it is for; nil for a portion.
    public var per: Quantity?
    /// A fixed part that is added.
    public var base: String?
  }

  public var id: String
  public var kind: EntryKind
  public var campus: String
  public var aliases: [String]?
  public var tags, labels: [String]?
  public var description, notice: String?
  public var links: [Link]?
  public var images: [Picture]?
  /// The id of the place that serves the dishes.
  public var place: String
  public var date: LocalDate
  public var meal: Meal
  public var coveredAllergens: [String]?
  public var sections: [Section]
  public var sources: [EntrySource]?
}
