import OpeningHours

/// The clock of a zone in the years of a calendar.
struct CalendarClock: Sendable {
  let zone: Zone
  /// The first day of weekly hours: 1 January of the year in which the catalog was made.
  let firstDay: LocalDate
  /// The days whose services may touch a clock change, ascending, in the years for which the calendar has such services as events of
  /// their own.
  let daysNearChanges: [LocalDate]
  /// Ascending.
  private let changes: [OffsetChange]

  /// The number of years, from `firstDay` on, with events for services that touch a clock change.
  static let exactYears = 4
  /// The years in which a calendar has all clock changes of a zone.
  static let years = 1990...2129

  init(_ zone: Zone, generatedAt: Instant) {
    let year = zone.local(generatedAt).date.components.year
    let firstDay = LocalDate(year: year, month: 1, day: 1) ?? zone.local(generatedAt).date
    let end = LocalDate(year: year + Self.exactYears, month: 1, day: 1)
    let begin = Self.instant(min(year, Self.years.lowerBound))
    let changes = zone.offsetChanges(in: begin..<Self.instant(max(year + Self.exactYears, Self.years.upperBound) + 1))
    var days: Set<LocalDate> = []
    for change in changes {
      let first = CalendarTime.date(of: change.doubtful.lowerBound).date
      guard first >= firstDay, end.map({ first < $0 }) ?? true else { continue }
      // An occurrence that is repeated every week lasts at most eight days.
      for offset in -9...2 {
        if let day = first.adding(days: offset), day >= firstDay, Int64(day.daysSinceEpoch) * 86_400 < change.doubtful.upperBound {
          days.insert(day)
        }
      }
    }
    (self.zone, self.firstDay, self.changes) = (zone, firstDay, changes)
    daysNearChanges = days.sorted()
  }

  /// Returns the beginning of a year in UTC.
  static func instant(_ year: Int) -> Instant {
    LocalDate(year: min(year, 9999), month: 1, day: 1).flatMap { Instant(secondsSinceEpoch: Int64($0.daysSinceEpoch) * 86_400) } ?? .epoch
  }

  /// Whether clocks show each local time from the first to the last exactly once, so that all readers agree about a service.
  func isSteady(_ times: ClosedRange<Int64>) -> Bool {
    let next = changes.partitioningIndex { $0.doubtful.upperBound > times.lowerBound }
    return next == changes.count || changes[next].doubtful.lowerBound > times.upperBound
  }

  /// Whether all readers agree about a service of a day.
  func isSteady(_ service: ServiceTimes, on date: LocalDate) -> Bool { service.isWholeDays || isSteady(service.wall(on: date)) }

  /// Whether clocks skip the time at which a service begins on a day.
  func skips(_ service: ServiceTimes, on date: LocalDate) -> Bool {
    let wall = service.wall(on: date).lowerBound
    let next = changes.partitioningIndex { $0.doubtful.upperBound > wall }
    return !service.isWholeDays && next < changes.count && changes[next].after > changes[next].before
      && changes[next].doubtful.contains(wall)
  }
}
