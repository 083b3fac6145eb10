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

  /// The adapters of the feeds, each once, sorted.
  public var adapters: [AdapterID] { Set(feeds.map(\.adapter)).sorted() }
}
