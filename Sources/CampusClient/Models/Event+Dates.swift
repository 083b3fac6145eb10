public import OpeningHours

/// The events of one date.
public struct EventDay: Sendable, Hashable, Identifiable {
  public let date: LocalDate
  /// In the order of the list.
  public let events: [Event]

  public var id: LocalDate { date }
}

extension Sequence<Event> {
  /// Returns the events by the date on which they begin, in order of the dates. Events that are under way are under `today`, and those
  /// that are over are left out.
  ///
  /// - Parameter today: the local date of the reader, or of the campus.
  public func byDate(from today: LocalDate) -> [EventDay] {
    var days: [LocalDate: [Event]] = [:]
    for event in self where event.endDate >= today { days[Swift.max(event.startDate, today), default: []].append(event) }
    return days.sorted { $0.key < $1.key }.map { EventDay(date: $0.key, events: $0.value) }
  }
}
