public import OpeningHours

/// An event. A series is one event, with an occurrence for each time that it takes place.
public struct Event: Codable, Sendable, Hashable, Identifiable {
  /// The city of an event elsewhere.
  public struct Venue: Codable, Sendable, Hashable {
    public var city, state, stateCode, country: String?
  }

  /// The current or next occurrence at the moment of a list.
  public struct Occurrence: Codable, Sendable, Hashable {
    /// `open` while it takes place.
    public var state: PlaceStatus.State
    public var starts, ends: Instant?
    /// Whether the end is only assumed.
    public var endUnknown: Bool?
    public var because: String?
    public var sentence: String
  }

  public var id: String
  public var kind: EntryKind
  public var campus: String
  public var aliases: [String]?
  public var name: String
  public var tags, labels: [String]?
  /// Plain text.
  public var description: String?
  public var notice: String?
  public var location: Location?
  /// When it takes place; nil for an event that lasts all day.
  public var hours: Schedule?
  public var links: [Link]?
  public var images: [Picture]?
  /// The first service day.
  public var startDate: LocalDate
  /// The last service day, inclusive; 9999-12-31 for a series without end.
  public var endDate: LocalDate
  public var endUnknown: Bool?
  /// `cancelled`, `postponed` or `tentative`; nil for an event that takes place as planned.
  public var status: String?
  public var organizer, cost: String?
  public var audience: [String]?
  public var online: Bool?
  public var venue: Venue?
  public var loginRequired: Bool?
  public var sources: [EntrySource]?

  // MARK: - In lists

  public var occurrence: Occurrence?
  /// In meters.
  public var distance: Double?
}
