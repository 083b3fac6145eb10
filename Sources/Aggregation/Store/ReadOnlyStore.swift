public import CampusCatalog
public import Fetching

/// A store that reads from another one and does not write results to it, for dry runs. The states of servers are written, because
/// later runs must respect the pauses that servers demand.
public struct ReadOnlyStore: FeedStore {
  private let base: any FeedStore

  public init(_ base: any FeedStore) { self.base = base }

  public func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] { try await base.states(of: feeds) }

  public func hosts() async throws(StoreError) -> [HostState] { try await base.hosts() }

  public func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] { try await base.entries(of: feed) }

  public func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    try await base.lines(of: feed, result)
  }

  public func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines] {
    try await base.lines(of: results)
  }

  public func body(_ sha256: String) async throws(StoreError) -> [UInt8]? { try await base.body(sha256) }

  public func commit(_ update: FeedUpdate) async throws(StoreError) {}

  public func commit(_ hosts: [HostUpdate]) async throws(StoreError) { try await base.commit(hosts) }
}
