extension Entry {
  /// A field that feeds provide and that is merged on its own. The raw value is its key in a catalog.
  ///
  /// The cases are in the order in which fields are written. `info` has everything else about a field.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case name, category, categoryLabel, tags, labels, description, notice, location, hours, contact, links, images
    case startDate, endDate, venue, loginRequired
    case severity, startsAt, endsAt
    case text, author
  }
}

extension Entry.Field {
  /// The properties of the field.
  package var info: EntryFieldInfo {
    switch self {
    case .name: EntryFieldInfo("name", of: [.place, .event, .alert]) { $1.name = $0.name }
    case .category: .place("category", \.category)
    case .categoryLabel: .place("categoryLabel", noun: "the feed's category", \.categoryLabel)
    case .tags: .common("tags", \.tags)
    case .labels: .common("labels", \.labels)
    case .description: .common("description", \.description)
    case .notice: .common("notice", \.notice)
    case .location:
      .place("location", parts: ["address", "building", "abbreviation", "region", "onCampus", "position"], \.location)
    case .hours: .place("hours", \.hours)
    case .contact: .place("contact", parts: ["phone", "email"], \.contact)
    case .links: .common("links", \.links)
    case .images: .common("images", \.images)
    case .startDate: .event("startDate", \.startDate)
    case .endDate: .event("endDate", \.endDate)
    case .venue: .event("venue", \.venue)
    case .loginRequired: .event("loginRequired", \.loginRequired)
    case .severity: .alert("severity", \.severity)
    case .startsAt: .alert("startsAt", noun: "begin", \.startsAt)
    case .endsAt: .alert("endsAt", noun: "end", \.endsAt)
    case .text: .quote("text", \.text)
    case .author: .quote("author", \.author)
    }
  }

  /// Returns the fields that entries of a kind may have, in the order in which they are written.
  static func of(_ kind: Entry.Kind) -> [Entry.Field] {
    switch kind {
    case .place: ofPlaces
    case .event: ofEvents
    case .alert: ofAlerts
    case .quote: ofQuotes
    }
  }

  private static let ofPlaces = allCases.filter { $0.info.kinds.contains(.place) }
  private static let ofEvents = allCases.filter { $0.info.kinds.contains(.event) }
  private static let ofAlerts = allCases.filter { $0.info.kinds.contains(.alert) }
  private static let ofQuotes = allCases.filter { $0.info.kinds.contains(.quote) }
}

extension Entry.Kind {
  /// The keys that an entry of this kind may have in a catalog, in the order in which they are written.
  package var keys: [StaticString] {
    switch self {
    case .place: Self.placeKeys
    case .event: Self.eventKeys
    case .alert: Self.alertKeys
    case .quote: Self.quoteKeys
    }
  }

  private static let placeKeys = keys(around: Entry.Field.of(.place))
  private static let eventKeys = keys(around: Entry.Field.of(.event))
  private static let alertKeys = keys(around: Entry.Field.of(.alert))
  private static let quoteKeys = keys(around: Entry.Field.of(.quote))

  private static func keys(around fields: [Entry.Field]) -> [StaticString] {
    ["id", "kind", "campus", "aliases"] + fields.map(\.info.key) + ["sources", "provenance"]
  }
}
