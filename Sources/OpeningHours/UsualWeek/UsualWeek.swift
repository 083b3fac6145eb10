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
    /// The usual hours before these; nil if they were not known.
    public internal(set) var former: [Range<Int>]?
  }

  /// Monday first.
  var days = [Day?](repeating: nil, count: 7)

  public init() {}

  /// - Parameter days: seven, Monday first.
  init(days: [Day?]) { self.days = days }

  /// The usual hours of a weekday; nil if they are not known.
  public internal(set) subscript(weekday: Weekday) -> Day? {
    get { days[weekday.rawValue] }
    set { days[weekday.rawValue] = newValue }
  }

  /// The open minutes of the week, and of the week before the changes that began in the seven days up to a date; nil unless all weekdays of
  /// both are known.
  func minutes(beforeChangesUntil date: LocalDate) -> (former: Int, now: Int)? {
    guard let start = date.adding(days: -6) else { return nil }
    var (former, now) = (0, 0)
    for day in days {
      guard let day, let before = day.since >= start && day.since <= date ? day.former : day.times else { return nil }
      former += before.reduce(0) { $0 + $1.count }
      now += day.times.reduce(0) { $0 + $1.count }
    }
    return (former, now)
  }

  /// Whether the hours of each weekday have been seen on at least three dates.
  public var isCertain: Bool { days.allSatisfy { $0.map { $0.weeks >= 3 } ?? false } }

  /// Returns the week as hours without dates; nil unless it is certain. (In OSM text, a weekday that is left out is closed.)
  public func schedule(in zone: Zone) -> Schedule? {
    guard isCertain else { return nil }
    var plans: [Weekday: DayPlan] = [:]
    for weekday in Weekday.allCases {
      let times = self[weekday]?.times ?? []
      let services = times.compactMap { times -> Service? in
        guard let opens = LocalTime(minutes: times.lowerBound), let closes = LocalTime(minutes: times.upperBound) else { return nil }
        return Service(opens: opens, closes: closes)
      }
      // More than 24 hours without a break are not a service.
      if services.count != times.count { return nil }
      plans[weekday] = DayPlan(services)
    }
    let isAlways = days.allSatisfy { $0?.times == [0..<1440] }
    return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: isAlways ? .always : .week(WeekPlan(plans)))])
  }
}
