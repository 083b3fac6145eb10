public import OpeningHours

/// A page of dishes by place (`campus-menus/1`).
public struct MenuList: Versioned {
  static let schema = "campus-menus/1"

  /// A place with its matching dishes.
  public struct Item: Codable, Sendable, Hashable, Identifiable {
    public let id: String
    public let campus: String
    /// Nil if the place is not in the catalog.
    public let name: String?
    public let status: PlaceStatus?
    /// In meters.
    public let distance: Double?
    /// With the matching dishes only.
    public let menus: [Menu]
  }

  public let at: Instant
  /// The number of places with matching dishes on all pages.
  public let total: Int
  /// The number of matching dishes on all pages.
  public let dishes: Int
  public let places: [Item]
  /// How many dishes do not match, by reason.
  public let leftOut: [String: Int]
  public let otherTimes: String?
  public let next: String?
}
