public import OpeningHours

/// A campus: where its clocks and its calendar come from.
public struct Campus: Sendable, Hashable {
  /// A named stretch of a campus's year that feeds and corrections may refer to.
  public struct Period: Sendable, Hashable {
    /// What a period of the academic calendar is.
    public enum Kind: String, Sendable, Hashable, CaseIterable { case term, `break`, holiday }

    public let kind: Kind
    public let name: String
    /// The first and the last day, both included.
    public let from: LocalDate
    /// The last day, included.
    public let to: LocalDate

    /// Nil when it ends before it begins.
    public init?(_ kind: Kind, name: String, from: LocalDate, to: LocalDate) {
      guard from <= to else { return nil }
      self.kind = kind
      self.name = name
      self.from = from
      self.to = to
    }
  }

  public let id: CampusID
  public let name: String
  /// Nil for a campus that is nowhere (`everywhere`); feeds with hours need one.
  public let timeZone: Zone?
  /// ISO 3166-1 alpha-2: "US".
  public let country: String?
  /// Where the campus is; nil if unknown.
  public let location: Coordinate?
  /// Sorted by first day, then name.
  public let calendar: [Period]

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
