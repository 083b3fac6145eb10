import CampusCatalog
import FeedCore

/// What a store knows of the feeds of a run, feed by feed. It is read some feeds at a time, and the next ones while these are polled.
struct Past {
  /// What is known of one feed.
  struct Known: Sendable {
    /// Nil for a feed that was never read.
    var state: FeedState?
    /// The lines of its last good result, where the store gave them ahead.
    var lines: KeptLines?
  }

  private typealias Page = [FeedID: Known]

  private static let pageSize = 128

  private let store: any FeedStore
  private var rest: ArraySlice<FeedID>
  private var next: Task<Result<Page, StoreError>, Never>?
  private var page: Result<Page, StoreError> = .success([:])
  /// How many feeds of the page have not been asked for.
  private var left = 0

  /// - Parameter feeds: in the order in which they will be asked for.
  init(of feeds: [FeedID], in store: any FeedStore) {
    self.store = store
    rest = feeds[...]
    readOn()
  }

  /// What is known of the next feed.
  ///
  /// - Throws: what reading it, or one of those that were read with it, threw.
  mutating func next(_ feed: FeedID) async throws(StoreError) -> Known {
    if left == 0, let next {
      page = await next.value
      left = Self.pageSize
      readOn()
    }
    left -= 1
    return try page.get()[feed] ?? Known()
  }

  private mutating func readOn() {
    let ids = Array(rest.prefix(Self.pageSize))
    rest = rest.dropFirst(ids.count)
    next = ids.isEmpty ? nil : Task { [store] in await Self.read(ids, store) }
  }

  private static func read(_ feeds: [FeedID], _ store: any FeedStore) async -> Result<Page, StoreError> {
    do throws(StoreError) {
      let states = try await store.states(of: feeds)
      // What can not be read now is read, and found wanting, when it is needed.
      let lines = (try? await store.lines(of: states.values.compactMap(\.lastGood))) ?? [:]
      return .success(states.mapValues { state in Known(state: state, lines: state.lastGood.flatMap { lines[$0.content] }) })
    } catch {
      return .failure(error)
    }
  }
}
