import OpeningHours

/// A date, or a date and a time, as a calendar states it.
package struct CalendarTime: Sendable, Hashable {
  /// What a time is local to.
  package enum Clock: Sendable, Hashable {
    /// There is only a date.
    case date
    /// Wherever someone is.
    case floating
    case utc
    /// The zone that a parameter names.
    case named(String)
  }

  /// Seconds since 1970-01-01T00:00:00 on its own clock.
  package let wall: Int64
  package let clock: Clock

  package init(wall: Int64, clock: Clock) {
    self.wall = wall
    self.clock = clock
  }

  package var isDate: Bool { clock == .date }
}
