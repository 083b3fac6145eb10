/// One time at which an event takes place, on the clock of the campus.
package struct CalendarOccurrence: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00, local.
  package let start: Int64
  /// The end, exclusive, in the same form; nil if it is unknown.
  package let end: Int64?
  /// Whether it lasts whole days.
  package let isAllDay: Bool
  /// Its title, if it differs from that of the series.
  package let title: String?
  /// Its location, if it differs from that of the series.
  package let location: String?
}
