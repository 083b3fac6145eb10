extension Entry {
  /// The fields that feeds give and that a merge decides one by one, by their keys in a catalog.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case name, category, categoryLabel, tags, labels, description, notice, location, hours, contact, links, images
    case startDate, endDate, venue, loginRequired
    case severity, startsAt, endsAt
    case text, author

    /// In the order in which they are written.
    static let ofPlaces: [Field] = [
      .name, .category, .categoryLabel, .tags, .labels, .description, .notice, .location, .hours, .contact, .links, .images,
    ]
    static let ofEvents: [Field] = common + [.startDate, .endDate, .venue, .loginRequired]
    static let ofAlerts: [Field] = common + [.severity, .startsAt, .endsAt]
    static let ofQuotes: [Field] = common + [.text, .author]
    private static let common: [Field] = [.name, .tags, .labels, .description, .notice, .links, .images]
  }
}
