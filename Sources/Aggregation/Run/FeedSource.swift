import CampusCatalog
import Fetching
import OpeningHours

/// A source of feeds for a run: the network with a store, recorded replies, or a store alone. It also stores the results.
protocol FeedSource: Sendable {
  /// The deadline for reading and merging.
  var deadline: RunDeadline { get }
  /// Whether the output of the run is stored.
  var storesRuns: Bool { get }

  /// The store with the states of feeds; nil if they are not needed for reading.
  var states: (any FeedStore)? { get }

  /// Reads one feed that is enabled.
  ///
  /// - Parameters:
  ///   - known: the feed's state in `states`.
  /// - Returns: the result; nil if a recording has no replies of the feed.
  func read(_ reading: Plan.Reading, known: Result<StoredFeed, StoreError>) async -> FeedResult?

  /// Receives events of feeds as they happen. The default implementation does nothing.
  func log(_ event: FetchEvent)

  /// Whether `commit` needs the results, or they may be read again.
  var needsResults: Bool { get }

  /// Makes the next run request feeds without conditions, and read them, because their stored entries are damaged. The default implementation
  /// does nothing.
  func forget(_ feeds: [FeedID]) async

  /// Stores the results and the output of a run (nil if it is not stored). Returns the errors.
  func commit(_ results: FeedResults?, _ run: RunUpdate?, at moment: Instant) async -> [StoreError]
}

extension FeedSource {
  func log(_ event: FetchEvent) {}

  func forget(_ feeds: [FeedID]) async {}
}

/// The stored data of one feed.
struct StoredFeed: Sendable {
  /// The state; nil for a feed that was never polled.
  var state: FeedState?
  /// The lines of its last good result, if the store returned them in advance.
  var lines: LazyEntryLines?
}
