public import CampusCatalog
public import OpeningHours

/// A query for events within a range of dates.
public struct EventQuery: Sendable, Hashable {
  /// Only events of these campuses; empty for all.
  public var campuses: Set<CampusID> = []
  /// Only events from these feeds; empty for all.
  public var feeds: Set<FeedID> = []
  /// The first day; nil for no bound. An event matches if at least one of its days does.
  public var from: LocalDate?
  /// The last day, inclusive; nil for no bound.
  public var to: LocalDate?
  /// The maximum number of results; nil for no limit.
  public var limit: Int?

  public init() {}

  /// Returns events sorted by first day, then last day, then name (`NameSortKey`).
  ///
  /// - Parameter rule: only events that are not over on the date of this rule; nil for all.
  public func results(in entries: some Sequence<Entry>, notOverBy rule: StatusRule? = nil) -> QueryResults<EventListing> {
    let found = entries.compactMap { entry -> (listing: EventListing, name: NameSortKey)? in
      guard case .event(let event) = entry.details, entry.isFrom(campuses, feeds), accepts(event) else { return nil }
      if let rule, event.isOver(on: rule.date(of: entry)) { return nil }
      return (EventListing(entry: entry, event: event), NameSortKey(entry))
    }
    let sorted = found.sorted { left, right in
      let (first, second) = (left.listing.event, right.listing.event)
      return (first.startDate, first.endDate, left.name) < (second.startDate, second.endDate, right.name)
    }
    return QueryResults(sorted.map(\.listing), limit: limit)
  }

  private func accepts(_ event: Event) -> Bool {
    if let to, event.startDate > to { return false }
    return from.map { max(event.startDate, event.endDate) >= $0 } ?? true
  }
}

extension Event {
  /// Returns whether the last day of the event is before a date.
  public func isOver(on date: LocalDate) -> Bool { max(startDate, endDate) < date }
}

/// An event in the results of a query.
public struct EventListing: Sendable, Hashable {
  public let entry: Entry
  public let event: Event

  public init(entry: Entry, event: Event) {
    self.entry = entry
    self.event = event
  }

  /// The venue as text, such as "Raleigh, North Carolina", or "location unknown".
  public var place: String {
    let parts = [event.venue?.city, event.venue?.state].compactMap { $0 }
    return parts.isEmpty ? "location unknown" : parts.joined(separator: ", ")
  }
}
