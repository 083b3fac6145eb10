import Basics
import CampusCatalog
import OpeningHours

/// The occurrences of an event that are not repeated every week, as events of a calendar.
///
/// Occurrences of one day with the same times are one event, repeated on its dates. One that lasts for several days, a day whose times are unknown,
/// and one that touches a clock change, is an event of its own; the latter has times in UTC, because programs disagree about such repetitions.
struct OccurrenceEvents {
  private(set) var events: [OccurrenceEvent] = []

  init(_ times: EventTimes, of entry: EntryID, _ clock: CalendarClock) {
    var positions: [ClosedRange<Int>: Int] = [:]
    let isAlone = times.weekly.isEmpty
    for one in times.single {
      let (first, times, zone) = (one.days.lowerBound, one.times, clock.zone)
      let isFirst = isAlone && events.isEmpty
      guard times.isWholeDays || clock.isSteady(times, on: first) && CalendarClock.years.contains(first.components.year) else {
        let (start, end) = (one.time.lowerBound, one.time.upperBound)
        let uid = Self.uid(entry, isFirst: isFirst, "\(start)")
        events.append(OccurrenceEvent(uid: uid, start: CalendarTime(utc: start), end: CalendarTime(utc: end)))
        continue
      }
      let start = CalendarTime(startOf: times, on: first, in: zone)
      let minutes = times.opens...times.closes
      let isRepeated = one.days.upperBound == first && !times.isUnknown
      if isRepeated, let position = positions[minutes] {
        events[position].others.append(start)
        continue
      }
      if isRepeated { positions[minutes] = events.count }
      let identity =
        times.isUnknown ? "\(first)" : isRepeated ? "\(minutes.lowerBound * 60) \(minutes.upperBound * 60)" : "\(one.time.lowerBound)"
      events.append(
        OccurrenceEvent(
          uid: Self.uid(entry, isFirst: isFirst, identity), start: start, end: CalendarTime(endOf: times, on: first, in: zone)))
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
