public import CampusCatalog
import FeedKit

extension Registry {
  /// The pages for people of feeds, by feed: the homepages of their adapters, which describe the services that the built-in feeds come
  /// from.
  public var pages: [FeedID: String] {
    let pages = feeds.map { feed in (feed.id, adapter(feed.adapter)?.manifest.homepage ?? "") }
    return Dictionary(pages.filter { !$0.1.isEmpty }) { first, _ in first }
  }

  /// Returns the title of an adapter; nil for adapters that the registry lacks.
  public func title(of id: AdapterID) -> String? { adapter(id)?.manifest.title }
}
