public import CampusCatalog
public import OpeningHours

/// A question about events: which of them fall into a stretch of days.
public struct EventQuery: Sendable, Hashable {
  /// Events of these campuses; empty: of all.
  public var campuses: Set<CampusID> = []
  /// Events that a record of one of these feeds made; empty: of all.
  public var feeds: Set<FeedID> = []
  /// The first and the last day, both included; nil: without a bound. An event is wanted when one of its days is.
  public var from: LocalDate?
  public var to: LocalDate?
  /// How many events to give; nil: all.
  public var limit: Int?

  public init() {}

  /// By first day, then last day, then `NameOrder`: those of one first day stand together.
  public func answer(among entries: some Sequence<Entry>) -> Answer<EventListing> {
    let found = entries.compactMap { entry -> (listing: EventListing, name: NameOrder)? in
      guard case .event(let event) = entry.details, accepts(entry, event) else { return nil }
      return (EventListing(entry: entry, event: event), NameOrder(entry))
    }
    let sorted = found.sorted { left, right in
      let (first, second) = (left.listing.event, right.listing.event)
      if first.startDate != second.startDate { return first.startDate < second.startDate }
      return first.endDate != second.endDate ? first.endDate < second.endDate : left.name < right.name
    }
    return Answer(sorted.map(\.listing), limit: limit)
  }

  private func accepts(_ entry: Entry, _ event: Event) -> Bool {
    if !campuses.isEmpty, !campuses.contains(entry.campus) { return false }
    if !feeds.isEmpty, !entry.sources.contains(where: { feeds.contains($0.feed) }) { return false }
    if let to, event.startDate > to { return false }
    return from.map { max(event.startDate, event.endDate) >= $0 } ?? true
  }
}
