import CampusCatalog
import OpeningHours

extension HoursComparison {
  /// Compares the hours of two versions of a place, or the occurrences of two versions of an event.
  ///
  /// Occurrences that are over by then are not compared, because feeds leave them out, and neither are those of listed dates after the last one of
  /// either version, because the list moves on.
  ///
  /// - Parameter covered: dates of a place that are described elsewhere.
  init(_ old: Entry, _ new: Entry, now: Instant, _ style: RegionalStyle = .international, except covered: Set<LocalDate> = []) {
    guard let from = old.event, let to = new.event, let zone = to.hours?.zone ?? from.hours?.zone else {
      self.init(old.hours, new.hours, now: now, style, except: covered)
      return
    }
    let last = from.isListed && to.isListed ? min(from.endDate, to.endDate) : nil
    func times(_ event: Event) -> Schedule? { event.hours?.occurrences(from: zone.local(now).date, to: last) }
    self.init(times(from), times(to), now: now, style, isEvent: true)
  }
}

extension Event {
  /// Whether the event is a series of which the feed lists the dates.
  fileprivate var isListed: Bool {
    startDate < endDate && hours?.layers.allSatisfy { if case .days = $0.rule { true } else { false } } ?? false
  }
}

extension Schedule {
  /// Returns a schedule in which days without a layer have no services, and all days before one day or after another are unknown.
  fileprivate func occurrences(from: LocalDate, to: LocalDate?) -> Schedule {
    if layers.isEmpty { return self }
    let none = Layer(.weekly, unbounded: .week(WeekPlan([:])))
    let unknown = Layer.Rule.week(WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, DayPlan.unknown) })))
    let hidden = [
      from.adding(days: -1).flatMap { Layer(.manual, to: $0, unknown) },
      to.flatMap { $0.adding(days: 1) }.flatMap { Layer(.manual, from: $0, unknown) },
    ]
    return Schedule(zone: zone, layers: [none] + layers + hidden.compactMap { $0 })
  }
}
