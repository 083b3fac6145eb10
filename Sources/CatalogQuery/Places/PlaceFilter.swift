public import CampusCatalog
package import OpeningHours

/// A filter for places. A place must meet all conditions, and have any of the values of each condition. Empty sets are not conditions.
///
///     var filter = PlaceFilter()
///     filter.state = .open
///     filter.categories = [.cafe, .diningHall]
public struct PlaceFilter: Sendable, Hashable {
  public var campuses: Set<CampusID> = []
  public var feeds: Set<FeedID> = []
  /// Only places that are open, closed or unknown; nil for all.
  public var state: PlaceState?
  /// Only places that stay open; nil for all.
  public var staysOpen: StayOpenCondition?
  public var categories: Set<Category> = []
  /// Only places in these buildings, by name or abbreviation.
  public var buildings: Set<SearchText> = []
  public var regions: Set<SearchText> = []
  /// Only places with one of these tags.
  public var tags: Set<SearchText> = []
  /// Only places with one of these ids or aliases; nil for all.
  public var ids: Set<EntryID>?

  public init() {}

  /// Returns whether an entry is a place and meets all conditions except conditions on its status.
  public func accepts(_ entry: Entry) -> Bool {
    guard entry.kind == .place, entry.isFrom(campuses, feeds) else { return false }
    if let ids, !ids.contains(entry.id), !entry.aliases.contains(where: ids.contains) { return false }
    if !categories.isEmpty, !(entry.category.map(categories.contains) ?? false) { return false }
    return !hasTexts || FilterTexts(of: entry).areAccepted(by: self)
  }

  /// Whether there are conditions on texts.
  var hasTexts: Bool { !(buildings.isEmpty && regions.isEmpty && tags.isEmpty) }

  /// Whether there are conditions on the status of a place.
  var dependsOnStatus: Bool { state != nil || staysOpen != nil }

  /// Returns whether the status of a place at an instant meets the conditions on it.
  package func accepts(_ status: Status, at instant: @autoclosure () -> Instant, in zone: @autoclosure () -> Zone?) -> Bool {
    if let state, PlaceState(status) != state { return false }
    guard let staysOpen else { return true }
    guard status.isOpen, status.until != nil else { return status.isOpen }
    return staysOpen.isSatisfied(by: status, at: instant(), in: zone())
  }
}

extension Entry {
  /// Whether the entry is of one of these campuses and from one of these feeds. An empty set is not a condition.
  func isFrom(_ campuses: Set<CampusID>, _ feeds: Set<FeedID>) -> Bool {
    (campuses.isEmpty || campuses.contains(campus)) && (feeds.isEmpty || sources.contains { feeds.contains($0.feed) })
  }
}
