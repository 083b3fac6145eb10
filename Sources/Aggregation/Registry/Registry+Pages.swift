public import CampusCatalog
import FeedKit

extension Registry {
  /// The pages for people of feeds, by feed: the homepages of their adapters, which describe the services that the built-in feeds come
  /// from.
  public var pages: [FeedID: String] {
    Dictionary(feeds.compactMap { feed in adapter(feed.adapter).map { (feed.id, $0.manifest.homepage) } }) { first, _ in first }
  }
}
