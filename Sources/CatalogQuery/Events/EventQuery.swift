public import CampusCatalog
public import OpeningHours

/// A query for events and their next occurrences.
public struct EventQuery: Sendable, Hashable {
  /// When an event must take place, besides `from` and `to`.
  public enum Time: String, Sendable, Hashable, CaseIterable {
    /// At the moment of the question.
    case now
    /// In the evening and the night of the day of the question, from 18:00 to 02:00; before 02:00, in the rest of the night before.
    case tonight
    /// On the Saturday or the Sunday of the week of the question; only on the Sunday if the day is one.
    case weekend
  }

  /// Only events of these campuses; empty for all.
  public var campuses: Set<CampusID> = []
  /// Only events from these feeds; empty for all.
  public var feeds: Set<FeedID> = []
  /// The first day; nil for no bound. An event matches if at least one of its days does, or, with times, one of its occurrences.
  public var from: LocalDate?
  /// The last day, inclusive; nil for no bound.
  public var to: LocalDate?
  /// Nil for any time.
  public var time: Time?
  /// Whether events match that are over. Those before `from`, or not at `time`, never do.
  public var includesPast = false
  /// The maximum number of results; nil for no limit.
  public var limit: Int?

  public init() {}

  /// Returns events with the occurrence that is meant: the first one that has not ended and matches. Sorted by the day and time at which it begins,
  /// then last day, then name (`NameSortKey`); those that last all day come first on each day.
  public func results(in entries: some Sequence<Entry>, by rule: StatusRule) -> QueryResults<EventListing> {
    let found = entries.compactMap { entry -> EventListing? in
      guard case .event(let event) = entry.details, entry.isFrom(campuses, feeds), mayMatch(event) else { return nil }
      return EventListing(entry, event, by: rule, in: self)
    }
    let keys = found.map { ($0.day, $0.secondOfDay, $0.event.endDate) }
    let order = found.indices.sorted { keys[$0] < keys[$1] }
    var items: [EventListing] = []
    // Names are compared only among those that begin and end together, up to the limit.
    var rest = order[...]
    while let first = rest.first, items.count < limit ?? .max {
      let together = rest.prefix { keys[$0] == keys[first] }
      rest = rest.dropFirst(together.count)
      let named = together.map { (listing: found[$0], name: NameSortKey(found[$0].entry)) }
      items += named.sorted { $0.name < $1.name }.map(\.listing)
    }
    return QueryResults(limit.map { Array(items.prefix(max(0, $0))) } ?? items, total: found.count)
  }

  private func mayMatch(_ event: Event) -> Bool {
    if let to, event.startDate > to { return false }
    return from.map { max(event.startDate, event.endDate) >= $0 } ?? true
  }

  /// Returns the days of the weekend that contains a date, or else of the next one.
  public static func weekend(from date: LocalDate) -> ClosedRange<LocalDate> {
    let saturday = date.adding(days: Weekday.saturday.rawValue - date.weekday.rawValue) ?? date
    return date.weekday == .sunday ? date...date : saturday...(saturday.adding(days: 1) ?? saturday)
  }
}

extension Event {
  /// Returns whether the last day of the event is before a date.
  public func isOver(on date: LocalDate) -> Bool { max(startDate, endDate) < date }

  /// Whether the event takes place, although perhaps not certainly: it is neither canceled nor postponed.
  public var takesPlace: Bool { status == nil || status == .tentative }

  /// Whether the event continues on a day although the days with its times are over: those of a series may be listed only for a while.
  func continuesWithoutTimes(on date: LocalDate) -> Bool {
    guard !isOver(on: date), let hours, let last = hours.serviceDays?.upperBound, last < date else { return false }
    return hours.firstUnknownDay(in: date...max(startDate, endDate)) == nil
  }
}
