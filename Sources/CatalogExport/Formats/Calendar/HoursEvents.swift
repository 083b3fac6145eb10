import Basics
import CampusCatalog
import OpeningHours

/// The opening hours of a place as events, and the times of an event that are repeated every week.
///
/// Each service of a layer is one event, repeated on its weekdays. Days within it that another layer decides are excluded; it is divided
/// in two where they are more than a month. Individual dates have an event for each service. Unknown days have none.
///
/// Programs disagree about a service at a clock change: RFC 5545 lets it last as long as the first one (section 3.8.5.3), and others
/// until the same local time. A start that clocks skip is left out (section 3.3.10) or moved (section 3.3.5), also by some programs in the
/// following week. So in the first years of the calendar, a service that touches a clock change is replaced by an event with times in UTC,
/// and one whose start is skipped divides the repeated event.
struct HoursEvents {
  private(set) var events: [HoursEvent] = []
  private let clock: CalendarClock
  private let entry: EntryID
  private var used: Set<StableUUID> = []

  /// Creates the events of the hours of a place.
  init(_ schedule: Schedule, of entry: EntryID, _ clock: CalendarClock) {
    (self.entry, self.clock) = (entry, clock)
    let stretches = schedule.stretches
    for (index, layer) in schedule.layers.enumerated() {
      if case .days(let days) = layer.rule {
        for day in days where schedule.decidingLayer(on: day.date) == index {
          for service in day.plan.services { addSingle(ServiceTimes(service), of: layer, on: day.date) }
        }
        continue
      }
      let services = [ServiceTimes](servicesOf: layer)
      for stretch in stretches[index] {
        for service in services { add(service, of: layer, stretch) }
      }
    }
  }

  /// Creates the events of times of an event.
  init(_ weekly: [EventTimes.Weekly], of entry: EntryID, _ clock: CalendarClock) {
    (self.entry, self.clock) = (entry, clock)
    for one in weekly { add(one.times, of: one.layer, one.stretch) }
  }

  // MARK: - Individual dates

  /// Adds an event on one day; nothing if a clock change leaves no time for it.
  private mutating func addSingle(_ service: ServiceTimes, of layer: Layer, on date: LocalDate) {
    let uid = uid(layer, service, on: date)
    guard let time = service.time(on: date, in: clock.zone) else { return }
    if clock.isSteady(service, on: date), CalendarClock.years.contains(date.components.year) {
      add(uid, service, layer, on: date)
    } else {
      add(uid, service, layer, time)
    }
  }

  // MARK: - Weeks

  private mutating func add(_ service: ServiceTimes, of layer: Layer, _ stretch: Stretch) {
    // Also for a stretch that is over, so that it does not matter for the others when the catalog was made.
    var uid = uid(layer, service, from: stretch.from)
    let weekdays = Set(service.weekdays)
    var from = max(stretch.from ?? clock.firstDay, clock.firstDay)
    for date in clock.daysNearChanges where date >= from && date <= stretch.to ?? .last {
      guard weekdays.contains(date.weekday), stretch.gap(at: date) == nil, clock.skips(service, on: date),
        let before = date.adding(days: -1), let after = date.adding(days: 1)
      else { continue }
      addRepeated(uid, service, layer, stretch, from, before)
      addSingle(service, of: layer, on: date)
      from = after
      uid = self.uid(layer, service, from: after)
    }
    addRepeated(uid, service, layer, stretch, from, stretch.to)
  }

  /// Adds an event that is repeated from a day of a stretch to another (nil for no end).
  private mutating func addRepeated(
    _ uid: StableUUID, _ service: ServiceTimes, _ layer: Layer, _ stretch: Stretch, _ from: LocalDate, _ to: LocalDate?
  ) {
    let weekdays = Set(service.weekdays)
    var first = stretch.firstDay(from: from, to: to, on: weekdays)
    // The first event decides how long all of them last, and the last one when they end, so both must be certain.
    while let date = first, !clock.isSteady(service, on: date) {
      addSingle(service, of: layer, on: date)
      first = date.adding(days: 1).flatMap { stretch.firstDay(from: $0, to: to, on: weekdays) }
    }
    guard let first else { return }
    var last = to.flatMap { stretch.lastDay(from: first, to: $0, on: weekdays) }
    while let date = last, !clock.isSteady(service, on: date) {
      addSingle(service, of: layer, on: date)
      last = date.adding(days: -1).flatMap { stretch.lastDay(from: first, to: $0, on: weekdays) }
    }
    let index = events.count
    add(uid, service, layer, on: first)
    if first == last { return }

    let zone = clock.zone
    var excluded: [CalendarTime] = []
    for gap in stretch.gaps where gap.lowerBound > first.daysSinceEpoch {
      for day in gap {
        guard let date = LocalDate(daysSinceEpoch: Int(day)), weekdays.contains(date.weekday), date < last ?? .last else { continue }
        excluded.append(CalendarTime(startOf: service, on: date, in: zone))
      }
    }
    for date in clock.daysNearChanges where date > first && date < last ?? .last {
      guard weekdays.contains(date.weekday), stretch.gap(at: date) == nil, !clock.isSteady(service, on: date),
        let time = service.time(on: date, in: zone)
      else { continue }
      add(uid, service, layer, time, instead: CalendarTime(startOf: service, on: date, in: zone))
    }
    let end = last.map { CalendarTime(startOf: service, on: $0, in: zone) }
    events[index].recurrence = HoursEvent.Recurrence(weekdays: service.weekdays, last: end, excluded: excluded)
  }

  // MARK: - Events

  private mutating func add(_ uid: StableUUID, _ service: ServiceTimes, _ layer: Layer, on date: LocalDate) {
    let start = CalendarTime(startOf: service, on: date, in: clock.zone)
    let end = CalendarTime(endOf: service, on: date, in: clock.zone)
    events.append(HoursEvent(uid: uid, label: service.label, layer: layer, start: start, end: end, replaced: nil))
  }

  private mutating func add(
    _ uid: StableUUID, _ service: ServiceTimes, _ layer: Layer, _ time: Range<Instant>, instead replaced: CalendarTime? = nil
  ) {
    let (start, end) = (CalendarTime(utc: time.lowerBound), CalendarTime(utc: time.upperBound))
    events.append(HoursEvent(uid: uid, label: service.label, layer: layer, start: start, end: end, replaced: replaced))
  }

  /// Returns an id that no other event has: of the service of a layer, on one day if given.
  ///
  /// - Parameter from: where the stretch begins. It is part of the ids of all stretches but the first, so that an exception changes none.
  private mutating func uid(_ layer: Layer, _ service: ServiceTimes, on date: LocalDate? = nil, from: LocalDate? = nil) -> StableUUID {
    var parts = Array("\(entry)\n\(layer.level.name)\n\(layer.name ?? "")\n\(layer.from?.description ?? "")\n".utf8)
    parts += service.identity
    if let date { parts += Array("\n\(date)".utf8) }
    var uid = StableUUID(parts)
    var count = 1
    while !used.insert(uid).inserted {
      count += 1
      let more = count == 2 ? from?.description ?? "" : "\(count)"
      uid = StableUUID(parts + Array("\n\(more)".utf8))
    }
    return uid
  }
}
