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

  /// The values, of which a registry with very many campuses has one copy.
  private final class Storage: Sendable {
    let id: CampusID
    let name: String
    let timeZone: Zone?
    let country: String?
    let location: Coordinate?
    let calendar: [Period]

    init(id: CampusID, name: String, timeZone: Zone?, country: String?, location: Coordinate?, calendar: [Period]) {
      (self.id, self.name, self.timeZone, self.country) = (id, name, timeZone, country)
      (self.location, self.calendar) = (location, calendar)
    }
  }

  private let storage: Storage

  public var id: CampusID { storage.id }
  /// The name, such as "University of Pennsylvania".
  public var name: String { storage.name }
  /// The time zone; nil for the campus `everywhere`. Feeds with hours need one.
  public var timeZone: Zone? { storage.timeZone }
  /// The country code (ISO 3166-1 alpha-2), such as "US".
  public var country: String? { storage.country }
  /// The position of the campus; nil if unknown.
  public var location: Coordinate? { storage.location }
  /// The periods of the academic calendar, sorted by first day, then name.
  public var calendar: [Period] { storage.calendar }

  /// Creates a campus. The periods of the calendar may be in any order.
  public init(
    id: CampusID, name: String, timeZone: Zone? = nil, country: String? = nil, location: Coordinate? = nil, calendar: [Period] = []
  ) {
    let calendar = calendar.sorted { left, right in
      left.from != right.from ? left.from < right.from : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    storage = Storage(id: id, name: name, timeZone: timeZone, country: country, location: location, calendar: calendar)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage
      || left.id == right.id && left.name == right.name && left.timeZone == right.timeZone && left.country == right.country
        && left.location == right.location && left.calendar == right.calendar
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
