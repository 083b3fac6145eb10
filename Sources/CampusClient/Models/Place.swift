public import OpeningHours

/// A place, such as a café or a library.
public struct Place: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var kind: EntryKind
  public var campus: String
  /// Other ids of the place.
  public var aliases: [String]?
  public var name: String
  /// `dining-hall`, `cafe`, `restaurant`, `fast-food`, `bar`, `market`, `retail`, `library`, `gym`, `study`, `service` or `other`.
  public var category: String
  /// The feed's own word for the category.
  public var categoryLabel: String?
  public var tags: [String]?
  public var labels: [String]?
  /// Plain text.
  public var description: String?
  /// A short note of the feed.
  public var notice: String?
  public var location: Location?
  public var hours: Schedule?
  public var contact: Contact?
  public var links: [Link]?
  public var images: [Picture]?
  /// `public`, `members`, `appointment` or `remote`.
  public var access: String?
  /// The id of the place of which it is a part.
  public var partOf: String?
  public var sources: [EntrySource]?

  // MARK: - In lists

  /// The status at the moment of the list, from the server; nil in a catalog. `status(at:)` computes it for any moment.
  public var status: PlaceStatus?
  /// The distance from the position of the question, in meters.
  public var distance: Double?
  /// The usual hours by weekday ("mo" to "su"), if the question asked for them and the server knows them.
  public var usual: [String: UsualDay]?
  /// The names of dishes that a search found.
  public var dishes: [String]?
  /// The menus, if the question asked for them.
  public var menus: [Menu]?

  /// When the hours were last known to be current: when the server confirmed them, or, in a catalog and in `entry(_:)`, when it last read
  /// the oldest of the place's feeds, if that is earlier. Nil if the place did not come from a client.
  public internal(set) var receivedAt: Instant?

  private enum CodingKeys: String, CodingKey {
    case id, kind, campus, aliases, name, category, categoryLabel, tags, labels, description, notice, location, hours, contact, links,
      images
    case access, partOf, sources, status, distance, usual, dishes, menus, receivedAt
  }
}

/// The usual hours of a weekday.
public struct UsualDay: Codable, Sendable, Hashable {
  /// When the place is open: pairs of local times, in order; empty if it is closed.
  public var spans: [[LocalTime]]
  /// How many dates had these hours.
  public var weeks: Int
  /// The first of them.
  public var since: LocalDate
}
