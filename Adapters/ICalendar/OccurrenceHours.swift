import FeedKit
import ICalendar

/// Makes the hours of an event from its occurrences.
struct OccurrenceHours {
  private let producer: CalendarProducer
  /// The hours that are the same every week; nil if there are none.
  private var weekly: Layer?
  /// Layers for the days in the middle of very long occurrences.
  private var always: [Layer] = []
  /// The services of single days, by days since 1970. They take the place of other hours.
  private var days: [Int: [Service]] = [:]
  /// The locations of occurrences that take place elsewhere, by their days.
  private var locations: [Int: UniqueTexts] = [:]

  /// Creates hours from a list of occurrences.
  init(_ occurrences: [CalendarOccurrence], _ producer: CalendarProducer) {
    self.producer = producer
    for occurrence in occurrences { add(occurrence) }
  }

  /// Creates hours that are the same every week, with exceptions.
  init(_ occurrences: WeeklyOccurrences, _ producer: CalendarProducer) {
    self.producer = producer
    let first = Int(occurrences.first.daysSinceEpoch)
    let last = occurrences.last.map { Int($0.daysSinceEpoch) }
    let pieces = services(of: occurrences.time).map { (offset: $0.day - first, service: $0.service) }
    let length = (pieces.map(\.offset).max() ?? 0) + 1
    let removed = Set(occurrences.removed.map { Int($0.daysSinceEpoch) })

    var week: [Weekday: [Service]] = [:]
    for weekday in occurrences.weekdays {
      for piece in pieces { week[weekday.adding(piece.offset), default: []].append(piece.service) }
    }
    let end = last.flatMap { LocalDate(daysSinceEpoch: $0 + length - 1) }
    weekly = Layer(.weekly, from: occurrences.first, to: end, .week(WeekPlan(week.mapValues { DayPlan($0) })))

    // An occurrence of several days belongs to several weekdays: before the first and after the last one, some of these have nothing.
    var changed = Set(removed.flatMap { $0..<$0 + length })
    changed.formUnion(first..<first + length - 1)
    if let last { changed.formUnion(last + 1..<last + length) }
    for occurrence in occurrences.added {
      add(occurrence)
      changed.formUnion(services(of: occurrence).map(\.day))
    }
    for day in changed {
      for piece in pieces {
        let start = day - piece.offset
        guard let date = LocalDate(daysSinceEpoch: start), occurrences.weekdays.contains(date.weekday), start >= first,
          start <= last ?? .max, !removed.contains(start)
        else { continue }
        days[day, default: []].append(piece.service)
      }
      if days[day] == nil, weekly?.plan(on: day) != .closed { days[day] = [] }
    }
    for (day, services) in days where weekly?.plan(on: day) == DayPlan(services) && locations[day] == nil { days[day] = nil }
  }

  private mutating func add(_ occurrence: CalendarOccurrence) {
    let services = services(of: occurrence)
    for (day, service) in services { days[day, default: []].append(service) }
    if let location = occurrence.location.flatMap({ producer.line($0) }), !producer.hidesLocation(location) {
      for (day, _) in services { locations[day, default: UniqueTexts()].insert(location) }
    }
    guard let first = services.first?.day, let last = services.last?.day, last - first >= Self.maximumListedDays else { return }
    let (from, to) = (LocalDate(daysSinceEpoch: first + 1), LocalDate(daysSinceEpoch: last - 1))
    if let layer = Layer(.weekly, from: from, to: to, .always) { always.append(layer) }
  }

  func schedule(in zone: Zone) -> Schedule {
    let dates = days.sorted { $0.key < $1.key }.compactMap { day, services in
      LocalDate(daysSinceEpoch: day).map { DatedPlan($0, DayPlan(services)) }
    }
    var special = Layer(.special, dates: dates)
    special.notes = DayNotes(
      Dictionary(locations.compactMap { day, texts in LocalDate(daysSinceEpoch: day).map { ($0, texts.texts.joined(separator: "; ")) } }) {
        first, _ in first
      })
    return Schedule(zone: zone, layers: [weekly].compactMap { $0 } + always + (dates.isEmpty ? [] : [special]))
  }

  // MARK: - Services

  /// The number of days from which the days in the middle of an occurrence are a layer of their own.
  private static let maximumListedDays = 32

  /// Returns the services of an occurrence: one if it lasts at most a day, otherwise one on each day. Of a very long one, only those of its
  /// first and last day.
  private func services(of occurrence: CalendarOccurrence) -> [(day: Int, service: Service)] {
    let label = occurrence.title.flatMap { producer.line($0) }
    let start = occurrence.start.minutes
    let end = max(start + 1, occurrence.end.map(\.endMinutes) ?? start + Int64(Event.assumedMinutes))
    let (first, last) = (Int(start.day), Int((end - 1).day))
    func service(_ day: Int, _ opens: Int64, _ closes: Int64) -> (day: Int, service: Service)? {
      let midnight = Int64(day) * 1440
      guard let opens = LocalTime(minutes: Int(opens - midnight)), let closes = LocalTime(minutes: Int(closes - midnight)) else {
        return nil
      }
      return Service(opens: opens, closes: closes, label: label).map { (day, $0) }
    }
    if end - start <= 1440, !occurrence.isAllDay { return [service(first, start, end)].compactMap { $0 } }
    let days = last - first < Self.maximumListedDays ? Array(first...last) : [first, last]
    return days.compactMap { day in
      let midnight = Int64(day) * 1440
      return service(day, max(start, midnight), min(end, midnight + 1440))
    }
  }
}

extension Layer {
  /// Returns the plan of a day; closed if the layer does not cover it.
  fileprivate func plan(on day: Int) -> DayPlan { LocalDate(daysSinceEpoch: day).flatMap { plan(on: $0) } ?? .closed }
}

/// Local seconds since 1970.
extension Int64 {
  /// The second of the day.
  var second: Int64 { (self % 86_400 + 86_400) % 86_400 }

  /// Whole minutes since 1970.
  fileprivate var minutes: Int64 { (self - (self % 60 + 60) % 60) / 60 }

  /// The minute at which something ends: 23:59 and later mean midnight, as in most feeds.
  fileprivate var endMinutes: Int64 { second >= 86_340 ? (self - second + 86_400) / 60 : minutes }
}

/// Local minutes since 1970.
extension Int64 {
  fileprivate var day: Int64 { (self - (self % 1440 + 1440) % 1440) / 1440 }
}

extension LocalDate {
  /// Creates the date of a local time, in seconds since 1970; nil outside the years 1 to 9999.
  init?(wall: Int64) { self.init(daysSinceEpoch: Int((wall - wall.second) / 86_400)) }
}
