public import CampusCatalog

/// Which campuses and feeds a run was asked for, as it is kept: each list sorted by the bytes of the ids, each id once. Two empty lists
/// mean all.
public struct RunSelection: Sendable, Hashable {
  public let campuses: [CampusID]
  public let feeds: [FeedID]

  /// - Parameters:
  ///   - campuses: in any order.
  ///   - feeds: in any order.
  public init(campuses: [CampusID] = [], feeds: [FeedID] = []) {
    self.campuses = Set(campuses).sorted()
    self.feeds = Set(feeds).sorted()
  }

  public var isAll: Bool { campuses.isEmpty && feeds.isEmpty }

  /// Whether a run of this selection has all that one of the other has.
  public func covers(_ other: RunSelection) -> Bool {
    if isAll { return true }
    if other.isAll { return false }
    return other.campuses.allSatisfy(campuses.contains)
      && other.feeds.allSatisfy { feeds.contains($0) || campuses.contains($0.campus) }
  }

  /// Whether this feed is one of those that are selected.
  public func contains(_ feed: FeedID) -> Bool { isAll || campuses.contains(feed.campus) || feeds.contains(feed) }
}
