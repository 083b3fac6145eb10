public import CampusCatalog

/// The campuses and feeds that a run was limited to. Two empty lists mean all feeds.
public struct RunSelection: Sendable, Hashable {
  /// Campuses with all their feeds, sorted by the bytes of the ids, without duplicates.
  public let campuses: [CampusID]
  /// Further feeds, sorted by the bytes of the ids, without duplicates.
  public let feeds: [FeedID]

  public init(campuses: [CampusID] = [], feeds: [FeedID] = []) {
    self.campuses = Set(campuses).sorted()
    self.feeds = Set(feeds).sorted()
  }

  public var isAll: Bool { campuses.isEmpty && feeds.isEmpty }

  /// Returns whether a run of this selection includes everything that a run of the other one does.
  public func covers(_ other: RunSelection) -> Bool {
    if isAll || other.isAll { return isAll }
    return other.campuses.allSatisfy(campuses.contains) && other.feeds.allSatisfy(contains)
  }

  public func contains(_ feed: FeedID) -> Bool { isAll || campuses.contains(feed.campus) || feeds.contains(feed) }
}
