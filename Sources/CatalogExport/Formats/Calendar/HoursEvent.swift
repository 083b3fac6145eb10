import Basics
import OpeningHours

/// An event for a service of a place: on one day, or repeated on the days of a rule.
struct HoursEvent {
  /// The days on which an event is repeated.
  struct Recurrence {
    let weekdays: [Weekday]
    /// The start of the last repetition, a local time in seconds since 1970-01-01T00:00:00; nil for no end.
    let last: Int64?
    /// The starts of the repetitions that do not take place.
    let excluded: [Int64]
  }

  let uid: StableUUID
  let service: Service
  let layer: Layer
  let start: CalendarTime
  let end: CalendarTime
  /// Nil for an event on one day.
  var recurrence: Recurrence?
  /// The start, by the rule, of the repetition that this event replaces; nil if it replaces none.
  let replaced: CalendarTime?
}
