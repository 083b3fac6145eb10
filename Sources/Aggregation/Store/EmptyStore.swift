public import CampusCatalog
public import Fetching

/// A store that holds nothing, for a run without a store.
public struct EmptyStore: FeedStore {
  public init() {}

  public func states(of feeds: [FeedID]) -> [FeedID: FeedState] { [:] }

  public func hosts() -> [HostState] { [] }

  public func entries(of feed: FeedID) throws(StoreError) -> [UInt8] {
    throw StoreError(.storeCorrupt, "the entries of \(feed) are not stored")
  }

  public func body(_ sha256: String) -> [UInt8]? { nil }

  public func commit(_ update: FeedUpdate) {}

  public func commit(_ hosts: [HostUpdate]) {}
}
