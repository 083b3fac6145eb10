import CampusCatalog
import OpeningHours

/// When an event takes place, as exports write it: times that are repeated every week, and other occurrences.
///
/// Services that meet at midnight are one occurrence, and one from midnight to midnight lasts whole days. A day whose times are unknown is a
/// whole day of its own.
struct EventTimes {
  /// Times that are repeated every week.
  struct Weekly {
    let times: ServiceTimes
    let layer: Layer
    /// The days on which they begin.
    let stretch: Stretch
  }

  /// An occurrence that is not repeated every week.
  struct Single {
    let times: ServiceTimes
    /// The days on which its first and last services begin.
    let days: ClosedRange<LocalDate>
    let time: Range<Instant>

    init(_ occurrence: Occurrence, of hours: Schedule) {
      (times, days, time) = (ServiceTimes(occurrence, of: hours), occurrence.days, occurrence.start..<occurrence.end)
    }

    /// Creates a day whose times are not known; nil outside the years of instants.
    init?(unknown day: LocalDate, in zone: Zone) {
      guard let time = ServiceTimes.unknown.time(on: day, in: zone) else { return nil }
      (times, days, self.time) = (.unknown, day...day, time)
    }
  }

  private(set) var weekly: [Weekly] = []
  /// Sorted by start, then end.
  private(set) var single: [Single] = []

  /// The number of days beyond which days around the clock are not one occurrence, but one each.
  private static let longest = 366
  /// An occurrence of a week begins less than this number of days before a change of the hours that cuts it short.
  private static let margin: Int32 = 10

  init(_ hours: Schedule, of event: Event) {
    let (zone, stretches) = (hours.zone, hours.stretches)
    var weeks = hours.layers.map { EventWeek($0) }
    var layers = hours.layers
    for (index, layer) in layers.enumerated() where weeks[index]?.isAroundTheClock == true && layer.days > Self.longest {
      weekly += stretches[index].map { Weekly(times: .everyDay, layer: layer, stretch: $0) }
      weeks[index] = nil
      // The layer still replaces others on these days.
      if let empty = Layer(layer.level, from: layer.from, to: layer.to, .week(WeekPlan())) { layers[index] = empty }
    }

    // Far from the changes of the hours, each week of a layer has all of its occurrences.
    let rest = Schedule(zone: zone, layers: layers)
    let ranges = Self.daysNearChanges(of: rest, weeks)
    var others: [Range<Instant>: Occurrence] = [:]
    for range in ranges {
      guard let start = zone.start(of: range.lowerBound) else { continue }
      let end = range.upperBound.adding(days: 1).flatMap { zone.start(of: $0) }
      for one in rest.occurrences(from: start, before: end, limit: .max) where one.days.lowerBound >= range.lowerBound {
        others[one.start..<one.end] = one
      }
    }

    var repeated: Set<Range<Instant>> = []
    for (index, layer) in hours.layers.enumerated() {
      if case .days(let days) = layer.rule {
        for day in days where day.plan == .unknown && hours.decidingLayer(on: day.date) == index {
          addUnknown(day.date, of: event, in: zone)
        }
      }
      guard let week = weeks[index] else { continue }
      for stretch in stretches[index] {
        for times in week.times {
          if times.isUnknown {
            guard let stretch = stretch.within(event.days) else { continue }
            weekly.append(Weekly(times: times, layer: layer, stretch: stretch))
            continue
          }
          var excluded: [LocalDate] = []
          for day in stretch.days(in: ranges, on: times.weekdays) {
            if let time = times.time(on: day, in: zone), others[time] != nil { repeated.insert(time) } else { excluded.append(day) }
          }
          weekly.append(Weekly(times: times, layer: layer, stretch: stretch.without(excluded)))
        }
      }
    }
    for (time, one) in others where !repeated.contains(time) {
      single.append(Single(one, of: rest))
    }
    single.sort { ($0.time.lowerBound, $0.time.upperBound) < ($1.time.lowerBound, $1.time.upperBound) }
  }

  private mutating func addUnknown(_ day: LocalDate, of event: Event, in zone: Zone) {
    if event.days.contains(day), let one = Single(unknown: day, in: zone) { single.append(one) }
  }

  /// Returns the first occurrence of an event, and whether it has no other; nil if it has none.
  static func first(of hours: Schedule, _ event: Event) -> (one: Single, isOnly: Bool)? {
    guard let start = hours.zone.start(of: event.startDate) else { return nil }
    let end = event.endDate.adding(days: 2).flatMap { hours.zone.start(of: $0) }
    var found = hours.occurrences(from: start, before: end, limit: 2).map { Single($0, of: hours) }
    var day: LocalDate? = event.startDate
    for _ in 0..<2 {
      guard let from = day, from <= event.days.upperBound, let next = hours.firstUnknownDay(in: from...event.days.upperBound) else { break }
      if let one = Single(unknown: next, in: hours.zone) { found.append(one) }
      day = next.adding(days: 1)
    }
    return found.min { $0.time.lowerBound < $1.time.lowerBound }.map { ($0, found.count == 1) }
  }

  /// Returns the days near those on which another layer decides than on the day before, and all days of layers around the clock.
  private static func daysNearChanges(of hours: Schedule, _ weeks: [EventWeek?]) -> [ClosedRange<LocalDate>] {
    var ranges: [ClosedRange<Int32>] = []
    for (layer, week) in zip(hours.layers, weeks) {
      let changes = layer.boundaries
      if week?.isAroundTheClock == true, let first = changes.first, let last = changes.last {
        ranges.append(first - margin...last + margin)
      } else {
        ranges += changes.map { $0 - margin...$0 + margin }
      }
    }
    var merged: [ClosedRange<Int32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged.map { range in
      (LocalDate(daysSinceEpoch: Int(range.lowerBound)) ?? .first)...(LocalDate(daysSinceEpoch: Int(range.upperBound)) ?? .last)
    }
  }
}

/// The occurrences that an event has in each week of a layer.
private struct EventWeek {
  /// Times on their weekdays, if there is time between the occurrences.
  private(set) var times: [ServiceTimes] = []
  /// Whether an occurrence never ends.
  private(set) var isAroundTheClock = false

  /// - Returns: nil for a layer of individual dates.
  init?(_ layer: Layer) {
    switch layer.rule {
    case .days: return nil
    case .always: isAroundTheClock = true
    case .week(let week):
      // Any week without clock changes will do.
      guard let utc = Zone("UTC"), let monday = LocalDate(year: 2001, month: 1, day: 1), let next = monday.adding(days: 7),
        let start = utc.start(of: monday)
      else { return }
      let hours = Schedule(zone: utc, layers: [Layer(.weekly, unbounded: layer.rule)])
      let occurrences = hours.occurrences(from: start, before: utc.start(of: next), limit: .max)
      isAroundTheClock = occurrences.contains { $0.days.upperBound.daysSinceEpoch - $0.days.lowerBound.daysSinceEpoch > 7 }
      let unknown = Weekday.allCases.filter { week[$0] == .unknown }
      times = [ServiceTimes](
        occurrences.filter { $0.days.lowerBound >= monday }.map { (ServiceTimes($0, of: hours), $0.days.lowerBound.weekday) }
          + unknown.map { (.unknown, $0) })
    }
  }
}

extension Layer {
  /// The number of days from the first to the last; `Int.max` without beginning or end.
  fileprivate var days: Int {
    guard let from, let to else { return .max }
    return Int(to.daysSinceEpoch - from.daysSinceEpoch) + 1
  }
}

extension Event {
  fileprivate var days: ClosedRange<LocalDate> { startDate...max(startDate, endDate) }
}
