public import CampusCatalog
public import OpeningHours

/// What a feed stated about the hours of a place on a service day, before any merge.
public struct DayStatement: Sendable, Hashable {
  public let id: EntryID
  public let day: LocalDate
  public let plan: DayPlan
  /// The zone of the hours.
  public let zone: Zone
  /// When a result first stated them.
  public let firstSeen: Instant
  /// When a poll last saw the feed state them, before the day ended.
  public let lastSeen: Instant
  /// The number of the run that first stated them; nil if it is no longer stored, or the feed is part of a catalog.
  public let run: Int?
  /// Whether nothing else was stated before the day ended, when the place still existed and its feed had been read in the last two weeks.
  public let isInEffect: Bool
}

/// The statements of a feed about the service days of one place, from one result to the next.
///
/// A result states the days on which it is current, and those that it states by date (`Schedule.dates(from:)`). A day on which it is current and
/// that no layer covers is unknown. What a result states about a day that has ended does not count. The statements about a day are returned when
/// it has ended, so only those about the coming days are in memory.
struct StatedDays {
  private struct Statement {
    let plan: DayPlan
    let zone: Zone
    let firstSeen: Instant
    let run: Int?
    /// Nil while the current result states the same.
    var lastSeen: Instant?
    /// Whether a result that stated it was current on the day, or stated it by date.
    var isReturned: Bool
  }

  /// The layers that state no dates, as some consecutive results had them.
  private struct Week {
    let hours: Schedule
    let firstSeen: Instant
    let run: Int?
  }

  private let id: EntryID
  private var hours: Schedule
  /// The earlier and the current weeks, oldest first.
  private var weeks: [Week] = []
  /// The statements about some days that have not ended, oldest first.
  private var days: [LocalDate: [Statement]] = [:]
  private var today: LocalDate
  /// When `today` ends.
  private(set) var end: Instant

  /// Creates the statements of the first result that has hours of the place.
  init(_ id: EntryID, _ hours: Schedule, at time: Instant, run: Int?) {
    (self.id, self.hours) = (id, hours)
    today = hours.zone.local(time).date
    end = Self.end(of: today, in: hours.zone)
    state(hours, at: time, run: run, confirmed: time)
  }

  /// Replaces the hours by those of a new result.
  ///
  /// - Parameter last: when the previous result was last confirmed.
  mutating func update(_ hours: Schedule, at time: Instant, run: Int?, confirmed last: Instant) {
    days[today] = stated(until: time)
    state(hours, at: time, run: run, confirmed: last)
  }

  private mutating func state(_ hours: Schedule, at time: Instant, run: Int?, confirmed last: Instant) {
    let dates = hours.dates(from: today)
    for date in dates.union(days.keys).union([today]) {
      let plan = hours.decidingLayer(on: date) == nil ? nil : hours.plan(on: date)
      let isReturned = date == today || dates.contains(date)
      var statements = days[date] ?? []
      if let former = statements.last, former.lastSeen == nil {
        let isSame = plan.map { former.plan.hasSameServices(as: $0) && former.zone == hours.zone } ?? false
        if isSame {
          statements[statements.count - 1].isReturned = former.isReturned || isReturned
          days[date] = statements
          continue
        }
        statements[statements.count - 1].lastSeen = last
      }
      if let plan {
        let first = statements.isEmpty ? firstWeek(stating: plan, in: hours.zone, on: date) : nil
        statements.append(
          Statement(
            plan: plan, zone: hours.zone, firstSeen: first?.firstSeen ?? time, run: first == nil ? run : first?.run, isReturned: isReturned)
        )
      }
      if !statements.isEmpty { days[date] = statements }
    }
    let week = hours.undated
    if weeks.last?.hours != week { weeks.append(Week(hours: week, firstSeen: time, run: run)) }
    if hours.zone != self.hours.zone { end = Self.end(of: today, in: hours.zone) }
    self.hours = hours
  }

  /// Returns the first of the consecutive weeks up to the last one that state a plan for a day; nil if the last one states another.
  private func firstWeek(stating plan: DayPlan, in zone: Zone, on date: LocalDate) -> Week? {
    var first: Week?
    for week in weeks.reversed() {
      guard week.hours.zone == zone, week.hours.decidingLayer(on: date) != nil, week.hours.plan(on: date).hasSameServices(as: plan) else {
        return first
      }
      first = week
    }
    return first
  }

  /// Returns what the current hours state about a day without a date of its own.
  private func weekly(_ date: LocalDate) -> Statement? {
    guard let last = weeks.last else { return nil }
    let plan = hours.plan(on: date)
    let first = firstWeek(stating: plan, in: hours.zone, on: date) ?? last
    return Statement(plan: plan, zone: hours.zone, firstSeen: first.firstSeen, run: first.run, isReturned: true)
  }

  /// Returns the statements about today, with the current one, if today has begun by a time.
  private func stated(until time: Instant) -> [Statement]? {
    guard let start = hours.zone.start(of: today), start < time else { return days[today] }
    guard var statements = days[today] else {
      return hours.decidingLayer(on: today) == nil ? nil : weekly(today).map { [$0] }
    }
    if let last = statements.last, last.lastSeen == nil { statements[statements.count - 1].isReturned = true }
    return statements
  }

  // MARK: - The end of days

  /// Ends today, and returns what was stated about it.
  ///
  /// - Parameters:
  ///   - checked: when the current result was last confirmed.
  ///   - seen: when a poll last saw it, before the day ended.
  mutating func endDay(checked: Instant, seen: Instant) -> [DayStatement] {
    let found = statements(today, at: end, checked: checked, seen: seen)
    days[today] = nil
    today = today.adding(days: 1) ?? today
    end = Self.end(of: today, in: hours.zone)
    return found
  }

  /// Returns what was stated about the days that have not ended, by the last moment that is known about.
  ///
  /// - Parameter time: the moment.
  func finished(at time: Instant, checked: Instant) -> [DayStatement] {
    days.keys.filter { $0 != today }.sorted().reduce(into: statements(today, at: time, checked: checked, seen: checked)) { found, date in
      found += statements(date, at: time, checked: checked, seen: checked)
    }
  }

  /// Returns what was stated about the days that have not ended when the place, or its hours, disappeared.
  func withdrawn(at time: Instant, checked: Instant) -> [DayStatement] {
    var stated = days
    stated[today] = self.stated(until: time)
    return stated.sorted { $0.key < $1.key }.flatMap { date, statements in
      statements.filter(\.isReturned).map { statement(on: date, $0, seen: checked, isInEffect: false) }
    }
  }

  private func statements(_ date: LocalDate, at time: Instant, checked: Instant, seen: Instant) -> [DayStatement] {
    let isSilent = time.secondsSinceEpoch - checked.secondsSinceEpoch > FeedResults.longestSilence
    var statements = days[date] ?? []
    if date == today, !isSilent {
      if statements.isEmpty { statements = [weekly(date)].compactMap(\.self) }
      if let last = statements.last, last.lastSeen == nil { statements[statements.count - 1].isReturned = true }
    }
    return statements.indices.filter { statements[$0].isReturned }.map { index in
      statement(on: date, statements[index], seen: seen, isInEffect: index == statements.count - 1 && !isSilent)
    }
  }

  private func statement(on date: LocalDate, _ statement: Statement, seen: Instant, isInEffect: Bool) -> DayStatement {
    DayStatement(
      id: id, day: date, plan: statement.plan, zone: statement.zone, firstSeen: statement.firstSeen,
      lastSeen: statement.lastSeen ?? seen, run: statement.run, isInEffect: isInEffect)
  }

  private static func end(of date: LocalDate, in zone: Zone) -> Instant {
    date.adding(days: 1).flatMap { zone.start(of: $0) } ?? .last
  }
}

extension Instant {
  fileprivate static let last = Instant(secondsSinceEpoch: 253_402_300_799) ?? .epoch
}

extension Schedule {
  /// The maximum number of days ahead for which a layer with a beginning and an end states dates.
  private static let longestForecast = 366

  /// Returns the dates that the hours state from a date on, for a year: those of layers of individual dates, and of layers that have both a
  /// beginning and an end.
  func dates(from first: LocalDate) -> Set<LocalDate> {
    let last = first.adding(days: Self.longestForecast) ?? first
    var dates: Set<LocalDate> = []
    for layer in layers {
      switch layer.rule {
      case .days(let days): dates.formUnion(days.dates.filter { (first...last).contains($0) })
      case .week, .always:
        guard let from = layer.from, let to = layer.to, from <= last, to >= first else { continue }
        let days = max(from, first).daysSinceEpoch...min(to, last).daysSinceEpoch
        dates.formUnion(days.compactMap { LocalDate(daysSinceEpoch: Int($0)) })
      }
    }
    return dates
  }

  /// The layers that state no dates, without their names and notes.
  fileprivate var undated: Schedule {
    let layers = layers.compactMap { layer -> Layer? in
      if case .days = layer.rule { return nil }
      if layer.from != nil, layer.to != nil { return nil }
      return Layer(layer.level, from: layer.from, to: layer.to, layer.rule)
    }
    return Schedule(zone: zone, layers: layers)
  }
}

extension DayPlan {
  /// Returns whether two plans are the same, with labels compared by their bytes.
  fileprivate func hasSameServices(as other: DayPlan) -> Bool {
    switch (self, other) {
    case (.unknown, .unknown): true
    case (.services(let own), .services(let others)):
      own.elementsEqual(others) { left, right in
        left.opens == right.opens && left.closes == right.closes
          && left.label.map { Array($0.utf8) } == right.label.map { Array($0.utf8) }
      }
    default: false
    }
  }
}
