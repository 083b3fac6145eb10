/// Something about the result of an adapter that is possible, but unlikely.
public struct SanityFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of doubt, by name.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No place, or every place, is open at noon on weekdays.
    case noon
    /// Most openings are at night, as if hours were off by twelve.
    case nights
    /// Most places close on days that look like a weekend that is a day off.
    case weekend
    /// Many places are closed on every day that is known.
    case neverOpen = "never-open"
    /// Many places are open around the clock.
    case aroundTheClock = "around-the-clock"
    /// The hours are those of one weekday, so the reply may be about one day.
    case oneWeekday = "one-weekday"
    /// Of a list of times in most records, a part is not in the hours.
    case partialHours = "partial-hours"
    /// An opening has a label such as "Closed".
    case closedLabel = "closed-label"
    /// All hours are on other dates than the reply.
    case otherDates = "other-dates"
    /// More than half of the places have no hours.
    case noHours = "no-hours"
    /// Most openings begin at odd minutes, as if times had been converted wrongly.
    case oddTimes = "odd-times"
    /// Most places are far from the campus.
    case farAway = "far-away"
    /// Positions are near the campus if latitude and longitude are swapped, or one has the wrong sign.
    case swapped
    /// All places are at the same position.
    case oneSpot = "one-spot"
    /// The longitude of the places does not fit the time zone.
    case zone
    /// Most names are in capitals.
    case capitals
    /// Ids are the positions of the records in the reply.
    case positionIDs = "position-ids"
    /// Ids contain names, or other values that change.
    case changingIDs = "changing-ids"
    /// Many names are the same, or look like something else, such as numbers or addresses.
    case names
    /// A rule for menus finds nothing in the replies.
    case emptyRule = "empty-rule"
    /// All places have the category `other`.
    case noCategory = "no-category"
  }

  public let code: Code
  /// The finding and its likely cause: one or two sentences without a period at the end.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code.rawValue): \(message)" }
}
