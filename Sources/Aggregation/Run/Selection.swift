public import CampusCatalog

/// Which feeds a run is about. Empty lists mean all.
public struct Selection: Sendable, Hashable {
  public var campuses: [CampusID]
  public var feeds: [FeedID]

  public init(campuses: [CampusID] = [], feeds: [FeedID] = []) {
    self.campuses = campuses
    self.feeds = feeds
  }
}
