package import OpeningHours

/// The occurrences of an event that takes place every week on the same weekdays at the same time.
package struct WeeklyOccurrences: Sendable, Hashable {
  package let weekdays: Set<Weekday>
  /// The first date.
  package let first: LocalDate
  /// The last date; nil if there is none.
  package let last: LocalDate?
  /// The times of an occurrence on the first date.
  package let time: CalendarOccurrence
  /// Dates without an occurrence, although it is their weekday.
  package let removed: Set<LocalDate>
  /// Occurrences at other times.
  package let added: [CalendarOccurrence]

  /// Whether it takes place all day, every day.
  package var isWholeDays: Bool { time.isAllDay && weekdays.count == 7 && removed.isEmpty && added.isEmpty }
}
