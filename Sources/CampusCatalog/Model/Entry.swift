public import OpeningHours

/// One thing that a catalog tells of: what all kinds have in common, and the details of its kind.
///
/// Nothing in an entry depends on when it was fetched or where in the reply it stood. Absent values are nil or empty.
public struct Entry: Sendable, Hashable {
  /// Boxed: entries are moved and sorted by the thousand.
  public indirect enum Details: Sendable, Hashable {
    case place(Place)
    case event(Event)
    case alert(Alert)
    case quote(Quote)
  }

  public enum Kind: String, Sendable, Hashable, CaseIterable { case place, event, alert, quote }

  public var id: EntryID
  public var campus: CampusID
  /// Other ids of the same thing: those of merged entries, and those that it had before. Sorted.
  public var aliases: [EntryID] = []
  /// Nil only for quotes.
  public var name: String?
  public var tags: [String] = []
  /// The feed's own short classes.
  public var labels: [String] = []
  /// Plain text; paragraphs are separated by line feeds.
  public var description: String?
  /// The feed's short note.
  public var notice: String?
  public var links: [Link] = []
  public var images: [Image] = []
  public var details: Details
  /// Whose records it was made of, sorted; at least one.
  public var sources: [SourceReference]
  /// Filled when several feeds or a correction made the entry. Sorted by field.
  public var provenance: [Provenance] = []

  public var kind: Kind {
    switch details {
    case .place: .place
    case .event: .event
    case .alert: .alert
    case .quote: .quote
    }
  }

  /// The details of a place; nil for other kinds.
  public var place: Place? {
    guard case .place(let place) = details else { return nil }
    return place
  }
}

// Not in the body: so there is an initializer of all members too, which this one calls, and the entry is put together in one go.
// One that sets a member after another makes it elsewhere first, and then copies all of it.
extension Entry {
  public init(
    id: EntryID, campus: CampusID, name: String?, tags: [String] = [], labels: [String] = [], notice: String? = nil,
    links: [Link] = [], images: [Image] = [], sources: [SourceReference], details: Details
  ) {
    self.init(
      id: id, campus: campus, aliases: [], name: name, tags: tags, labels: labels, description: nil, notice: notice, links: links,
      images: images, details: details, sources: sources, provenance: [])
  }
}

/// A place: somewhere to go, with hours.
public struct Place: Sendable, Hashable {
  public var category: Category
  /// The feed's own word for the category.
  public var categoryLabel: String?
  public var location: Location
  /// Nil when the feed has no hours for any place; a schedule without layers when this one's are unknown.
  public var hours: Schedule?
  public var contact: Contact

  public init(
    category: Category, categoryLabel: String? = nil, location: Location = Location(), hours: Schedule? = nil, contact: Contact = Contact()
  ) {
    self.category = category
    self.categoryLabel = categoryLabel
    self.location = location
    self.hours = hours
    self.contact = contact
  }
}

/// An event with dates, not times, and no zone.
public struct Event: Sendable, Hashable {
  public struct Venue: Sendable, Hashable {
    public var city: String?
    /// As the feed sent it.
    public var state: String?
    /// For the United States: the two-letter code of the state.
    public var stateCode: String?

    public init(city: String? = nil, state: String? = nil, stateCode: String? = nil) {
      self.city = city
      self.state = state
      self.stateCode = stateCode
    }
  }

  /// The first and the last day, both included.
  public var startDate: LocalDate
  public var endDate: LocalDate
  public var venue: Venue?
  public var loginRequired: Bool?

  public init(startDate: LocalDate, endDate: LocalDate, venue: Venue? = nil, loginRequired: Bool? = nil) {
    self.startDate = startDate
    self.endDate = endDate
    self.venue = venue
    self.loginRequired = loginRequired
  }
}

/// Something the campus wants people to know for a while.
public struct Alert: Sendable, Hashable {
  public enum Severity: String, Sendable, Hashable, CaseIterable { case informational, minor, major }

  public var severity: Severity
  public var startsAt: Instant?
  public var endsAt: Instant?

  public init(severity: Severity, startsAt: Instant? = nil, endsAt: Instant? = nil) {
    self.severity = severity
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}

/// A saying.
public struct Quote: Sendable, Hashable {
  public var text: String
  public var author: String?

  public init(text: String, author: String? = nil) {
    self.text = text
    self.author = author
  }
}
