public import OpeningHours

/// A place, event, alert or quote of a catalog: what all kinds have in common, and the details of its kind.
///
/// Nothing in an entry depends on when it was fetched or on its position in the reply. Absent values are nil or empty.
public struct Entry: Sendable, Hashable {
  /// Boxed: entries are moved and sorted by the thousand.
  public indirect enum Details: Sendable, Hashable {
    case place(Place)
    case event(Event)
    case alert(Alert)
    case quote(Quote)
  }

  /// What an entry is about. The raw values are those of `kind` in a catalog.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case place, event, alert, quote }

  /// The stable id, unique in a catalog.
  public var id: EntryID
  /// The campus of the id.
  public var campus: CampusID
  /// Other ids of the same thing: those of merged entries, and those that it had before. Sorted.
  public var aliases: [EntryID] = []
  /// Nil only for quotes.
  public var name: String?
  /// Words that people search for, such as "vegan".
  public var tags: [String] = []
  /// The feed's own short classes.
  public var labels: [String] = []
  /// Plain text; paragraphs are separated by line feeds.
  public var description: String?
  /// The feed's short note.
  public var notice: String?
  /// Pages about the entry.
  public var links: [Link] = []
  /// Pictures of the entry.
  public var images: [Image] = []
  /// What only this kind of entry has.
  public var details: Details
  /// Whose records it was made of, sorted; at least one.
  public var sources: [SourceReference]
  /// Filled when several feeds or a correction made the entry. Sorted by field.
  public var provenance: [Provenance] = []

  /// The kind of the entry, which follows from its details.
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
  /// What kind of place it is.
  public var category: Category
  /// The feed's own word for the category.
  public var categoryLabel: String?
  /// Where it is; empty if the feed does not say.
  public var location: Location
  /// Nil when the feed has no hours for any place; a schedule without layers when this one's are unknown.
  public var hours: Schedule?
  /// How to reach it; empty if the feed does not say.
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
  /// Where an event takes place.
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
  /// Whether taking part requires an account; nil if the feed does not say.
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
  /// How serious an alert is, in the words of the catalog.
  public enum Severity: String, Sendable, Hashable, CaseIterable { case informational, minor, major }

  public var severity: Severity
  /// When the alert begins to apply; nil if the feed does not say.
  public var startsAt: Instant?
  /// When the alert ends; nil if it is open-ended.
  public var endsAt: Instant?

  public init(severity: Severity, startsAt: Instant? = nil, endsAt: Instant? = nil) {
    self.severity = severity
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}

/// A saying.
public struct Quote: Sendable, Hashable {
  /// The words that were said.
  public var text: String
  /// Who said it; nil if unknown.
  public var author: String?

  public init(text: String, author: String? = nil) {
    self.text = text
    self.author = author
  }
}
