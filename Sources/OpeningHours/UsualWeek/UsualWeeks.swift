/// A builder for the usual weeks of the places of one campus.
///
///     var weeks = UsualWeeks()
///     for date in dates { weeks.add(date, hours(on: date)) }
///     weeks["penn/dining/593"]?[.friday]
///
/// Places have any texts as ids.
///
/// The usual hours of a weekday are those that its last two dates share; while these differ, the earlier ones stay. A date that is explained
/// does not count: the campus's calendar names it, or at least three places, and more than half of those with dated hours, differ on it from
/// their own usual hours. Holidays are like that. After four weeks in a row, such dates are a term, and count, all of them.
public struct UsualWeeks: Sendable {
  /// The hours of a place on a date.
  public struct Hours: Sendable, Hashable {
    /// When the place is open, in minutes since the midnight that begins the day, sorted and without overlaps. Empty if it is closed.
    public let times: [Range<Int>]
    /// Whether the hours are stated for this date, and not for every week.
    public let isDated: Bool

    public init(_ times: [Range<Int>], isDated: Bool) {
      self.times = times
      self.isDated = isDated
    }
  }

  private struct State {
    var week = UsualWeek()
    /// The last date of each weekday that counts, and its hours.
    private var last = [(date: LocalDate, times: [Range<Int>])?](repeating: nil, count: 7)

    /// - Parameter weeks: all weeks so far. Places with the same week share its memory.
    mutating func finish(_ weeks: inout Set<UsualWeek>) {
      last = []
      week = weeks.insert(week).memberAfterInsert
    }

    mutating func add(_ date: LocalDate, _ times: [Range<Int>]) {
      let weekday = date.weekday.rawValue
      if week.days[weekday]?.times == times {
        week.days[weekday]?.weeks += 1
      } else if let last = last[weekday], last.times == times {
        week.days[weekday] = UsualWeek.Day(times: times, weeks: 2, since: last.date, former: week.days[weekday]?.times)
      }
      last[weekday] = (date, times)
    }
  }

  private var states: [String: State] = [:]
  /// The last dates of each weekday that were explained by the places alone, in a row, oldest first.
  private var explained = [[(date: LocalDate, hours: [String: Hours])]](repeating: [], count: 7)

  public init() {}

  private static var longestHoliday: Int { 4 }
  private static var fewestPlaces: Int { 3 }

  /// The usual week of a place; nil if none of its weekdays is known.
  public subscript(place: String) -> UsualWeek? { states[place].flatMap { $0.week == UsualWeek() ? nil : $0.week } }

  /// The usual weeks of all places of which a weekday is known.
  public var all: some Sequence<UsualWeek> { states.values.lazy.map(\.week).filter { $0 != UsualWeek() } }

  /// Whether dates in a range may reveal that the explained dates before them are a term, and count.
  public func mayRevealTerm(in dates: ClosedRange<LocalDate>) -> Bool {
    let weeks = Int(dates.upperBound.daysSinceEpoch - dates.lowerBound.daysSinceEpoch) / 7 + 1
    return explained.contains { !$0.isEmpty && $0.count + weeks > Self.longestHoliday }
  }

  /// Whether a date reveals that the explained dates before it are a term, if it is explained, too.
  public func mayRevealTerm(_ date: LocalDate) -> Bool { explained[date.weekday.rawValue].count == Self.longestHoliday }

  /// Adds a date. Dates are added in order, each once.
  ///
  /// - Parameters:
  ///   - hours: the hours of each place whose hours are known on the date.
  ///   - isNamed: whether the campus's calendar names the date.
  /// - Returns: whether the date is explained.
  @discardableResult
  public mutating func add(_ date: LocalDate, _ hours: [String: Hours], isNamed: Bool = false) -> Bool {
    if isNamed { return true }
    let weekday = date.weekday
    var (dated, different, isAsBefore) = (0, 0, true)
    let last = explained[weekday.rawValue].last?.hours
    for (place, hours) in hours where hours.isDated {
      dated += 1
      guard let usual = states[place]?.week[weekday], usual.times != hours.times else { continue }
      different += 1
      isAsBefore = isAsBefore && last?[place]?.times == hours.times
    }
    // Places that stay as they were on the last such date need not be three.
    if different >= (isAsBefore ? 1 : Self.fewestPlaces), different * 2 > dated {
      explained[weekday.rawValue].append((date, hours))
      if explained[weekday.rawValue].count <= Self.longestHoliday { return true }
      for (date, hours) in explained[weekday.rawValue] { count(date, hours) }
    } else {
      count(date, hours)
    }
    explained[weekday.rawValue] = []
    return false
  }

  private mutating func count(_ date: LocalDate, _ hours: [String: Hours]) {
    for (place, hours) in hours { states[place, default: State()].add(date, hours.times) }
  }

  /// Adds a date, as `add` does, and compares the hours of some places with their usual ones.
  ///
  /// - Parameters:
  ///   - places: the places with new hours, and whether they had others on the date.
  ///   - others: places without new hours. They are compared only if a new term begins to count with the date.
  public mutating func compare(
    _ date: LocalDate, _ hours: [String: Hours], isNamed: Bool = false, of places: [String: Bool], others: [String] = []
  ) -> [String: NewDate] {
    let weekday = date.weekday
    var all = places
    if mayRevealTerm(date) { for place in others where all[place] == nil { all[place] = true } }
    let former = all.map { states[$0.key]?.week[weekday]?.times }
    let isExplained = add(date, hours, isNamed: isNamed)
    var compared: [String: NewDate] = [:]
    for ((place, wasKnown), former) in zip(all, former) {
      guard let times = hours[place]?.times else { continue }
      let week = states[place]?.week ?? UsualWeek()
      let new = week[weekday].flatMap { former != nil && $0.times != former ? $0 : nil }
      if places[place] == nil, new == nil { continue }
      let minutes = new.flatMap { week.minutes(beforeChangesUntil: $0.since) }
      compared[place] = NewDate(
        date: date, wasKnown: wasKnown, times: times, usual: former, newUsual: new?.times, isExplained: isExplained, since: new?.since,
        formerMinutes: minutes?.former, minutes: minutes?.now)
    }
    return compared
  }

  /// Removes what only further dates would need, which cannot be added afterwards: the weeks of many places then need little memory.
  public mutating func finish() {
    var weeks: Set<UsualWeek> = []
    for index in states.indices { states.values[index].finish(&weeks) }
  }
}
