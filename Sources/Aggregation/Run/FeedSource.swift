import CampusCatalog
import FeedKit
import OpeningHours
import StoreInterface

/// Where the feeds of a run come from, and where what it learns is stored: the network with a store, recorded replies, or a store alone.
protocol FeedSource: Sendable {
  /// Until when feeds are read and merged.
  var deadline: RunDeadline { get }
  /// The feeds of different servers are read in turns.
  var takesTurns: Bool { get }
  /// The entries of results are stored at the end of the run. (Those from the network are stored as they are read.)
  var storesResults: Bool { get }
  /// What the run writes is stored.
  var storesRuns: Bool { get }

  /// Reads ahead what a store has of feeds; nil when there is nothing to read.
  ///
  /// - Parameter feeds: in the order in which they will be read.
  func prefetcher(for feeds: [FeedID]) -> FeedStatePrefetcher?

  /// Reads one feed.
  ///
  /// - Parameters:
  ///   - needsEntries: its entries are needed as values, for a merge; otherwise their lines are enough.
  ///   - known: returns what the store has of it.
  /// - Returns: nil when a recording has nothing of the feed.
  func read(
    _ reading: Plan.Reading, needsEntries: Bool, known: () async throws(StoreError) -> FeedStatePrefetcher.Known?
  ) async -> FeedResult?

  /// The content hash of the catalog of a run, if the store knows it.
  func contentHash(of run: RunUpdate) async -> String?

  /// Stores what the run learned and wrote. Returns what could not be stored.
  ///
  /// - Parameter run: what it wrote; nil when that is not stored.
  func commit(_ results: [FeedResult], of plan: Plan, _ run: RunUpdate?, at moment: Instant) async -> [StoreError]
}
