public import CampusCatalog

/// A store that tells what is known of feeds and not what they hold: all entries and bodies are empty. For reports without the
/// cost of contents. It forgets what it is told.
public struct HeadStore: FeedStore {
  private let base: any FeedStore

  public init(_ base: any FeedStore) { self.base = base }

  public func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] { try await base.states(of: feeds) }

  public func hosts() async throws(StoreError) -> [HostState] { [] }

  public func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] { [] }

  public func body(_ sha256: String) async throws(StoreError) -> [UInt8]? { nil }

  public func commit(_ update: FeedUpdate) async throws(StoreError) {}

  public func commit(_ hosts: [HostUpdate]) async throws(StoreError) {}
}
