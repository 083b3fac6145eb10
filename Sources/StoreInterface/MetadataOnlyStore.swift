public import CampusCatalog
public import Fetching

/// A read-only view of a store that has the states of feeds but no entries, bodies or servers, for reports that need no contents.
public struct MetadataOnlyStore: FeedStore {
  private let base: any FeedStore

  public init(_ base: any FeedStore) { self.base = base }

  public func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] { try await base.states(of: feeds) }

  public func hosts() async throws(StoreError) -> [HostState] { [] }

  public func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] { [] }

  public func body(_ sha256: String) async throws(StoreError) -> [UInt8]? { nil }

  public func commit(_ update: FeedUpdate) async throws(StoreError) {}

  public func commit(_ hosts: [HostUpdate]) async throws(StoreError) {}
}
