/// A store that reads from another one and does not write results to it, for dry runs. The states of servers are written, because
/// later runs must respect the pauses that servers demand.
public struct ReadOnlyStore: FeedStore {
  private let base: any FeedStore
  private let hasContents: Bool

  /// - Parameter hasContents: whether to read entries and bodies too. Reports need none.
  public init(_ base: any FeedStore, hasContents: Bool = true) {
    self.base = base
    self.hasContents = hasContents
  }

  public func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] { try await base.states(of: feeds) }

  public func hosts() async throws(StoreError) -> [HostState] { try await base.hosts() }

  public func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] { hasContents ? try await base.entries(of: feed) : [] }

  public func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    if hasContents { return try await base.lines(of: feed, result) }
    return LazyEntryLines(EntryLines(bytes: [], count: result.entries), content: result.content)
  }

  public func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines] {
    hasContents ? try await base.lines(of: results) : [:]
  }

  public func body(_ sha256: String) async throws(StoreError) -> [UInt8]? { hasContents ? try await base.body(sha256) : nil }

  public func commit(_ update: FeedUpdate) async throws(StoreError) {}

  public func commit(_ hosts: [HostUpdate]) async throws(StoreError) { try await base.commit(hosts) }
}
