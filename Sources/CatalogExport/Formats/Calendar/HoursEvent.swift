import Basics
import OpeningHours

/// An event for a service of a place, or a time of an event: on one day, or repeated on the days of a rule.
struct HoursEvent {
  /// The days on which an event is repeated.
  struct Recurrence {
    let weekdays: [Weekday]
    /// The start of the last repetition; nil for no end.
    let last: CalendarTime?
    /// The starts of the repetitions that do not take place.
    let excluded: [CalendarTime]
  }

  let uid: StableUUID
  /// The label of the service.
  let label: String?
  let layer: Layer
  let start: CalendarTime
  let end: CalendarTime
  /// Nil for an event on one day.
  var recurrence: Recurrence?
  /// The start, by the rule, of the repetition that this event replaces; nil if it replaces none.
  let replaced: CalendarTime?
}
