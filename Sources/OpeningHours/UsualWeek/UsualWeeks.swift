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
  /// Hours on a date.
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

  /// The hours of a place on a date.
  public typealias PlaceHours = (place: String, hours: Hours)

  /// What is known about a weekday of a place.
  private struct State {
    var usual: UsualWeek.Day?
    /// The last date that counts, and its hours.
    private var last: (date: LocalDate, times: [Range<Int>])?

    mutating func add(_ date: LocalDate, _ times: [Range<Int>]) {
      if usual?.times == times {
        usual?.weeks += 1
      } else if let last, last.times == times {
        usual = UsualWeek.Day(times: times, weeks: 2, since: last.date, former: usual?.times)
      }
      last = (date, times)
    }
  }

  /// The places in the order in which they were added, and the number of each.
  private var places: [String] = []
  private var numbers: [String: Int] = [:]
  /// By weekday, Monday first, and the number of the place. Empty when finished.
  private var states = [[State]](repeating: [], count: 7)
  /// The known weeks by place, when finished.
  private var finished: [String: UsualWeek] = [:]
  /// The last dates of each weekday that were explained by the places alone, in a row, oldest first, with the hours by number.
  private var explained = [[(date: LocalDate, hours: [Hours?])]](repeating: [], count: 7)

  public init() {}

  private static var longestHoliday: Int { 4 }
  private static var fewestPlaces: Int { 3 }

  /// The usual week of a place; nil if none of its weekdays is known.
  public subscript(place: String) -> UsualWeek? {
    guard let number = numbers[place] else { return finished[place] }
    let week = UsualWeek(days: states.map { $0[number].usual })
    return week == UsualWeek() ? nil : week
  }

  /// The usual hours of one weekday of a place; nil if they are not known.
  public subscript(place: String, weekday: Weekday) -> UsualWeek.Day? {
    numbers[place].map { states[weekday.rawValue][$0].usual } ?? finished[place]?[weekday]
  }

  /// The usual weeks of all places of which a weekday is known; none before `finish`.
  public var all: some Sequence<UsualWeek> { finished.values }

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
  ///   - hours: the hours of each place whose hours are known on the date. Fastest in the same order for each date.
  ///   - isNamed: whether the campus's calendar names the date.
  /// - Returns: whether the date is explained.
  @discardableResult
  public mutating func add(_ date: LocalDate, _ hours: [PlaceHours], isNamed: Bool = false) -> Bool {
    isNamed || add(date, numbered(hours))
  }

  private mutating func add(_ date: LocalDate, _ hours: [(number: Int, hours: Hours)]) -> Bool {
    let weekday = date.weekday.rawValue
    var (dated, different, isAsBefore) = (0, 0, true)
    for (number, hours) in hours where hours.isDated {
      dated += 1
      guard let usual = states[weekday][number].usual, usual.times != hours.times else { continue }
      different += 1
      guard isAsBefore else { continue }
      let last = explained[weekday].last?.hours
      isAsBefore = last.map { number < $0.count && $0[number]?.times == hours.times } ?? false
    }
    // Places that stay as they were on the last such date need not be three.
    if different >= (isAsBefore ? 1 : Self.fewestPlaces), different * 2 > dated {
      var all = [Hours?](repeating: nil, count: places.count)
      for (number, hours) in hours { all[number] = hours }
      explained[weekday].append((date, all))
      if explained[weekday].count <= Self.longestHoliday { return true }
      for (date, hours) in explained[weekday] {
        for (number, hours) in hours.enumerated() { if let hours { states[weekday][number].add(date, hours.times) } }
      }
    } else {
      for (number, hours) in hours { states[weekday][number].add(date, hours.times) }
    }
    explained[weekday] = []
    return false
  }

  /// Returns hours with the numbers of their places, which are added if they are new.
  private mutating func numbered(_ hours: [PlaceHours]) -> [(number: Int, hours: Hours)] {
    var next = 0
    return hours.map { place, hours in
      // Most dates have the same places in the same order.
      let number = next < places.count && places[next] == place ? next : number(of: place)
      next = number + 1
      return (number, hours)
    }
  }

  private mutating func number(of place: String) -> Int {
    if let number = numbers[place] { return number }
    numbers[place] = places.count
    places.append(place)
    for weekday in states.indices { states[weekday].append(State()) }
    return places.count - 1
  }

  /// Adds a date, as `add` does, and compares the hours of some places with their usual ones.
  ///
  /// - Parameters:
  ///   - places: the places with new hours, and whether they had others on the date.
  ///   - others: places without new hours. They are compared only if a new term begins to count with the date.
  public mutating func compare(
    _ date: LocalDate, _ hours: [PlaceHours], isNamed: Bool = false, of places: [String: Bool],
    others: [String] = []
  ) -> [String: NewDate] {
    let weekday = date.weekday
    var all = places
    if mayRevealTerm(date) { for place in others where all[place] == nil { all[place] = true } }
    let hours = numbered(hours)
    let wanted = Set(all.keys.compactMap { numbers[$0] })
    let known = Dictionary(hours.lazy.filter { wanted.contains($0.number) }.map { ($0.number, $0.hours) }) { _, last in last }
    let former = all.map { self[$0.key, weekday]?.times }
    let isExplained = isNamed || add(date, hours)
    var compared: [String: NewDate] = [:]
    for ((place, wasKnown), former) in zip(all, former) {
      guard let times = numbers[place].flatMap({ known[$0]?.times }) else { continue }
      let new = self[place, weekday].flatMap { former != nil && $0.times != former ? $0 : nil }
      if places[place] == nil, new == nil { continue }
      let minutes = new.flatMap { self[place]?.minutes(beforeChangesUntil: $0.since) }
      compared[place] = NewDate(
        date: date, wasKnown: wasKnown, times: times, usual: former, newUsual: new?.times, isExplained: isExplained, since: new?.since,
        formerMinutes: minutes?.former, minutes: minutes?.now)
    }
    return compared
  }

  /// Removes what only further dates would need, which cannot be added afterwards: the weeks of many places then need little memory.
  public mutating func finish() {
    // Places with the same week share its memory.
    var weeks: Set<UsualWeek> = []
    for place in places {
      if let week = self[place] { finished[place] = weeks.insert(week).memberAfterInsert }
    }
    (places, numbers, states, explained) = ([], [:], [], [])
  }
}
