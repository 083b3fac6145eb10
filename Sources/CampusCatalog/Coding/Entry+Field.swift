extension Entry {
  /// The fields that feeds give and that a merge decides one by one, by their keys in a catalog.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case name, category, categoryLabel, tags, labels, description, notice, location, hours, contact, links, images
    case startDate, endDate, venue, loginRequired
    case severity, startsAt, endsAt
    case text, author

    /// The order in which they are written.
    static let written = allCases
  }
}
