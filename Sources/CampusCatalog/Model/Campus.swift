public import OpeningHours

/// A campus, with its time zone and academic calendar.
public struct Campus: Sendable, Hashable {
  /// A named period of the academic calendar, which adapters and corrections may refer to.
  public struct Period: Sendable, Hashable {
    /// The kind of a period. Raw values are the values of `kind` in a catalog.
    public enum Kind: String, Sendable, Hashable, CaseIterable { case term, `break`, holiday }

    public let kind: Kind
    /// The name, such as "Spring break".
    public let name: String
    public let from: LocalDate
    /// The last day, inclusive.
    public let to: LocalDate

    /// Creates a period; nil if `to` is before `from`.
    public init?(_ kind: Kind, name: String, from: LocalDate, to: LocalDate) {
      guard from <= to else { return nil }
      self.kind = kind
      self.name = name
      self.from = from
      self.to = to
    }
  }

  public let id: CampusID
  /// The name, such as "University of Pennsylvania".
  public let name: String
  /// The time zone; nil for the campus `everywhere`. Feeds with hours need one.
  public let timeZone: Zone?
  /// The country code (ISO 3166-1 alpha-2), such as "US".
  public let country: String?
  /// The position of the campus; nil if unknown.
  public let location: Coordinate?
  /// The periods of the academic calendar, sorted by first day, then name.
  public let calendar: [Period]

  /// Creates a campus. The periods of the calendar may be in any order.
  public init(
    id: CampusID, name: String, timeZone: Zone? = nil, country: String? = nil, location: Coordinate? = nil, calendar: [Period] = []
  ) {
    self.id = id
    self.name = name
    self.timeZone = timeZone
    self.country = country
    self.location = location
    self.calendar = calendar.sorted { left, right in
      left.from != right.from ? left.from < right.from : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }
}
