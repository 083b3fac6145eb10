import Basics
import CampusCatalog
import OpeningHours

/// The occurrences of an event that are listed by date, as events of a calendar.
///
/// Occurrences of one day with the same times are one event, repeated on its dates. One that lasts for several days, and one that touches a clock
/// change, is an event of its own; the latter has times in UTC, because programs disagree about such repetitions.
struct OccurrenceEvents {
  private(set) var events: [OccurrenceEvent] = []

  /// - Parameter hours: all of its layers have dates.
  init(_ hours: Schedule, of event: Event, _ entry: EntryID, _ clock: CalendarClock) {
    guard let start = hours.zone.start(of: event.startDate) else { return }
    var positions: [ClosedRange<Int64>: Int] = [:]
    for one in hours.occurrences(from: start, limit: .max) {
      let (first, last) = (hours.zone.wall(one.start), hours.zone.wall(one.end))
      guard clock.isSteady(first...max(first, last)), CalendarClock.years.contains(one.days.lowerBound.components.year) else {
        let uid = Self.uid(entry, isFirst: events.isEmpty, "\(one.start)")
        events.append(OccurrenceEvent(uid: uid, start: CalendarTime(utc: one.start), end: CalendarTime(utc: one.end)))
        continue
      }
      // The times on the clock of the first day.
      let midnight = Int64(one.days.lowerBound.daysSinceEpoch) * 86_400
      let times = first - midnight...last - midnight
      let isOfOneDay = one.days.lowerBound == one.days.upperBound
      if isOfOneDay, let position = positions[times] {
        events[position].others.append(.local(first, hours.zone))
        continue
      }
      if isOfOneDay { positions[times] = events.count }
      let identity = isOfOneDay ? "\(times.lowerBound) \(times.upperBound)" : "\(one.start)"
      events.append(
        OccurrenceEvent(
          uid: Self.uid(entry, isFirst: events.isEmpty, identity), start: .local(first, hours.zone), end: .local(last, hours.zone)))
    }
  }

  /// Returns the id of an event. The first has that of the entry, so that it stays the same if the event is moved.
  private static func uid(_ entry: EntryID, isFirst: Bool, _ identity: String) -> StableUUID {
    StableUUID(Array((isFirst ? "\(entry)" : "\(entry)\n\(identity)").utf8))
  }
}

/// One occurrence of an event, or several on different days at the same time.
struct OccurrenceEvent {
  let uid: StableUUID
  let start: CalendarTime
  let end: CalendarTime
  /// The starts of the other occurrences.
  var others: [CalendarTime] = []
}

extension Zone {
  /// Returns the local time of an instant in seconds since 1970-01-01T00:00:00.
  fileprivate func wall(_ instant: Instant) -> Int64 {
    let (date, second) = local(instant)
    return Int64(date.daysSinceEpoch) * 86_400 + Int64(second)
  }
}
