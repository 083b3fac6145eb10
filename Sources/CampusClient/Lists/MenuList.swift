public import OpeningHours

/// A page of dishes by place (`campus-menus/1`).
public struct MenuList: PagedList {
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
  public internal(set) var places: [Item]
  /// Places whose menus could not be read.
  public internal(set) var unreadable: [UnreadableEntry]
  /// How many dishes do not match, by reason.
  public let leftOut: [String: Int]
  public let otherTimes: String?
  public internal(set) var next: String?

  private enum CodingKeys: String, CodingKey { case at, total, dishes, places, leftOut, otherTimes, next }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    at = try container.decode(Instant.self, forKey: .at)
    total = try container.decode(Int.self, forKey: .total)
    dishes = try container.decode(Int.self, forKey: .dishes)
    let list = try container.decode(LenientList<Item>.self, forKey: .places)
    (places, unreadable) = (list.elements, list.unreadable)
    leftOut = try container.decode([String: Int].self, forKey: .leftOut)
    otherTimes = try container.decodeIfPresent(String.self, forKey: .otherTimes)
    next = try container.decodeIfPresent(String.self, forKey: .next)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(at, forKey: .at)
    try container.encode(total, forKey: .total)
    try container.encode(dishes, forKey: .dishes)
    try container.encode(places, forKey: .places)
    try container.encode(leftOut, forKey: .leftOut)
    try container.encodeIfPresent(otherTimes, forKey: .otherTimes)
    try container.encodeIfPresent(next, forKey: .next)
  }

  mutating func append(_ page: MenuList) {
    unreadable.append(page.unreadable, after: places.count + unreadable.count)
    places += page.places
    next = page.next
  }
}
