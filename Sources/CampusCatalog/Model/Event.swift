public import OpeningHours

/// The details of an event: when and where it takes place. A series is one event with several occurrences.
public struct Event: Sendable, Hashable {
  /// What sets an event apart from one that takes place as planned. Raw values are the values of `status` in a catalog.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    case cancelled
    /// Moved to a later time, which is not known yet.
    case postponed
    /// Not confirmed.
    case tentative

    /// The word in English text.
    package var word: String { self == .cancelled ? "canceled" : rawValue }
  }

  /// The city where an event takes place.
  public struct Venue: Sendable, Hashable {
    public var city: String?
    /// The state or region, as the feed sent it.
    public var state: String?
    /// The two-letter code of the state, for the United States.
    public var stateCode: String?

    public init(city: String? = nil, state: String? = nil, stateCode: String? = nil) {
      self.city = city
      self.state = state
      self.stateCode = stateCode
    }
  }

  /// The day on which the first occurrence begins.
  public var startDate: LocalDate
  /// The last day, inclusive; `LocalDate.last` for a series without end. A night belongs to the day it begins.
  public var endDate: LocalDate
  /// The times of the occurrences: each service is one, and those that meet at midnight are one. Nil for an event that lasts all day; a schedule
  /// without layers if the times are unknown. Days without a layer have no occurrence.
  public var hours: Schedule?
  /// Whether the feed does not state when occurrences end. They then have an hour in `hours`.
  public var endUnknown: Bool
  /// The location; empty if the feed has none.
  public var location: Location
  /// Nil for an event that takes place as planned.
  public var status: Status?
  /// The organization that holds the event, never a private person.
  public var organizer: String?
  /// What taking part costs, as the feed sent it, such as "Free" or "$5".
  public var cost: String?
  /// The people for whom the event is, as the feed sent it, such as "Alumni".
  public var audience: [String]
  /// Whether it is possible to take part online; nil if the feed does not say.
  public var isOnline: Bool?
  /// The venue; nil if the feed does not say.
  public var venue: Venue?
  /// Whether taking part requires an account; nil if the feed does not say.
  public var loginRequired: Bool?

  /// Creates an event. `hours` must not have occurrences before `startDate` or after `endDate`.
  public init(
    startDate: LocalDate, endDate: LocalDate, hours: Schedule? = nil, endUnknown: Bool = false, location: Location = Location(),
    status: Status? = nil, organizer: String? = nil, cost: String? = nil, audience: [String] = [], isOnline: Bool? = nil,
    venue: Venue? = nil, loginRequired: Bool? = nil
  ) {
    self.startDate = startDate
    self.endDate = endDate
    self.hours = hours
    self.endUnknown = endUnknown
    self.location = location
    self.status = status
    self.organizer = organizer
    self.cost = cost
    self.audience = audience
    self.isOnline = isOnline
    self.venue = venue
    self.loginRequired = loginRequired
  }

  /// Creates an event with the dates of its first and last occurrence; nil if there is none.
  public init?(hours: Schedule, endUnknown: Bool = false, location: Location = Location()) {
    guard let days = hours.serviceDays else { return nil }
    self.init(startDate: days.lowerBound, endDate: days.upperBound, hours: hours, endUnknown: endUnknown, location: location)
  }

  /// How long an occurrence is that has no stated end, in minutes.
  public static let assumedMinutes = 60

  /// Whether the event is a series without end.
  public var isEndless: Bool { endDate == .last }

  /// Returns whether all occurrences have ended; without times, or if those of the last day are not known, whether the last day has.
  ///
  /// - Parameter zone: the zone of the campus; nil for UTC.
  package func hasEnded(by instant: Instant, in zone: Zone?) -> Bool {
    if endDate < zone?.local(instant).date ?? instant.local(offset: 0).date { return true }
    guard let hours, !hours.layers.isEmpty, endDate <= hours.zone.local(instant).date else { return false }
    return hours.occurrences(from: instant, limit: 1).isEmpty && hours.firstUnknownDay(in: endDate...endDate) == nil
  }

  /// Whether all occurrences are from `startDate` to `endDate`.
  package var hasConsistentDates: Bool {
    guard startDate <= endDate else { return false }
    guard let days = hours?.serviceDays else { return true }
    return startDate <= days.lowerBound && days.upperBound <= endDate
  }

  /// Replaces dates that contradict the hours, which come from another source, by those of the first and last occurrence.
  package mutating func makeDatesConsistent() {
    guard !hasConsistentDates, let days = hours?.serviceDays else { return }
    (startDate, endDate) = (days.lowerBound, days.upperBound)
  }
}
