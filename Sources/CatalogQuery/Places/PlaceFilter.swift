public import CampusCatalog

/// Which places are wanted: all of the conditions must hold, and of the values of one condition any. An empty list is no
/// condition.
public struct PlaceFilter: Sendable, Hashable {
  /// Places of these campuses.
  public var campuses: Set<CampusID> = []
  /// Places that a record of one of these feeds made.
  public var feeds: Set<FeedID> = []
  /// Only open, only closed (not unknown) or only unknown ones; nil: all.
  public var state: PlaceState?
  /// Places that stay open for so long.
  public var openLonger: OpenLonger?
  public var categories: Set<Category> = []
  /// Places in these buildings: the folded text is the building's name or its abbreviation.
  public var buildings: Set<SearchText> = []
  /// Places in these regions, folded.
  public var regions: Set<SearchText> = []
  /// Places with one of these tags, folded.
  public var tags: Set<SearchText> = []
  /// Only places with one of these ids, or with one of them among their aliases; nil: all.
  public var ids: Set<EntryID>?

  public init() {}

  /// What needs no status. False for what is no place.
  public func accepts(_ entry: Entry) -> Bool {
    guard entry.kind == .place else { return false }
    if !campuses.isEmpty, !campuses.contains(entry.campus) { return false }
    if !feeds.isEmpty, !entry.sources.contains(where: { feeds.contains($0.feed) }) { return false }
    if let ids, !ids.contains(entry.id), !entry.aliases.contains(where: ids.contains) { return false }
    if !categories.isEmpty || !regions.isEmpty || !buildings.isEmpty {
      guard let place = entry.place, accepts(place) else { return false }
    }
    return tags.isEmpty || entry.tags.contains { Self.is($0, among: tags) }
  }

  private func accepts(_ place: Place) -> Bool {
    if !categories.isEmpty, !categories.contains(place.category) { return false }
    if !regions.isEmpty, !Self.is(place.location.region, among: regions) { return false }
    if buildings.isEmpty { return true }
    return Self.is(place.location.building, among: buildings) || Self.is(place.location.abbreviation, among: buildings)
  }

  /// What needs the status.
  public func accepts(_ listing: PlaceListing) -> Bool {
    if let state, PlaceState(listing.status) != state { return false }
    return openLonger.map { $0.holds(listing.status, at: listing.instant, in: listing.zone) } ?? true
  }

  private static func `is`(_ text: String?, among wanted: Set<SearchText>) -> Bool { text.map { wanted.contains(SearchText($0)) } ?? false }
}
