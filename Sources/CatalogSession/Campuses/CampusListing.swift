public import CampusCatalog
public import FeedKit
import Aggregation

/// A campus of a list, with its feeds.
public struct CampusListing: Sendable {
  public let campus: Campus
  /// The city, such as "Providence, Rhode Island"; nil if unknown.
  public let city: String?
  /// The feeds, sorted by id, including disabled ones.
  public let feeds: [Feed]
  /// The distance from the position of the query, in meters; nil without one.
  public internal(set) var distance: Double?

  /// The adapters of the feeds, in the order of the feeds.
  public var adapters: [AdapterID] {
    feeds.reduce(into: []) { adapters, feed in if !adapters.contains(feed.adapter) { adapters.append(feed.adapter) } }
  }
}
