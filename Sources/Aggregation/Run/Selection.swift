public import CampusCatalog
import FeedKit
public import StoreInterface

/// Which feeds a run is about. Empty lists mean all.
public struct Selection: Sendable, Hashable {
  public var campuses: [CampusID]
  public var feeds: [FeedID]

  public init(campuses: [CampusID] = [], feeds: [FeedID] = []) {
    self.campuses = campuses
    self.feeds = feeds
  }
  /// As it is kept with a run.
  public var kept: RunSelection { RunSelection(campuses: campuses, feeds: feeds) }
}
