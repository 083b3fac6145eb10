/// The hours that a place usually has on each weekday, derived from dates that have been seen (`UsualWeeks`).
public struct UsualWeek: Sendable, Hashable {
  /// The usual hours of a weekday.
  public struct Day: Sendable, Hashable {
    /// When the place is open, in minutes since the midnight that begins the day, sorted and without overlaps. Empty if it is closed.
    public let times: [Range<Int>]
    /// The number of dates with these hours.
    public internal(set) var weeks: Int
    /// The first of these dates.
    public let since: LocalDate
  }

  /// Monday first.
  private var days = [Day?](repeating: nil, count: 7)

  public init() {}

  /// The usual hours of a weekday; nil if they are not known.
  public internal(set) subscript(weekday: Weekday) -> Day? {
    get { days[weekday.rawValue] }
    set { days[weekday.rawValue] = newValue }
  }
}
