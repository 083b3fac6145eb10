public import OpeningHours

/// The events of one date.
public struct EventDay: Sendable, Hashable, Identifiable {
  public let date: LocalDate
  /// In the order of the list.
  public let events: [Event]

  public var id: LocalDate { date }
}

extension Event {
  /// Returns whether the event takes place on a date, according to its hours; without hours, it lasts all day from its first date to its last.
  public func takesPlace(on date: LocalDate) -> Bool {
    guard date >= startDate, date <= endDate else { return false }
    return hours.map { !$0.plan(on: date).services.isEmpty } ?? true
  }
}

extension Sequence<Event> {
  /// Returns the events by date, in order of the dates, without dates on which there is none.
  ///
  /// A series is under each date on which it takes place. An event that lasts all day for several days is under the first of them.
  ///
  /// - Parameters:
  ///   - today: the local date of the reader, or of the campus; events that are over are left out.
  ///   - days: how many dates to look at.
  public func byDate(from today: LocalDate, days: Int = 60) -> [EventDay] {
    let dates = (0..<Swift.max(days, 0)).compactMap { today.adding(days: $0) }
    return dates.compactMap { date in
      let events = filter { event in
        event.takesPlace(on: date) && (event.hours != nil || date == Swift.max(event.startDate, today))
      }
      return events.isEmpty ? nil : EventDay(date: date, events: events)
    }
  }
}
