public import CampusCatalog
import FeedKit
public import StoreInterface

/// The campuses and feeds to read: a feed is read if its id or that of its campus is listed. Two empty lists mean all feeds.
public struct Selection: Sendable, Hashable {
  public var campuses: [CampusID]
  public var feeds: [FeedID]

  public init(campuses: [CampusID] = [], feeds: [FeedID] = []) {
    self.campuses = campuses
    self.feeds = feeds
  }

  /// The selection in the form that is stored with a run.
  public var runSelection: RunSelection { RunSelection(campuses: campuses, feeds: feeds) }
}
