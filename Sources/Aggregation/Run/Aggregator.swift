public import CampusCatalog
public import FeedKit
public import Fetching
public import OpeningHours

/// A type that reads feeds and merges their entries into a catalog:
///
///     plan → each feed: requests → replies → entries → acceptance → results → merge by campus → corrections → catalog
///
/// The catalog depends only on the input, not on the order in which the feeds finish.
public struct Aggregator: Sendable {
  let source: any FeedSource
  let jobs: Int
  /// The maximum number of bytes of results that stay in memory if they have another place.
  var mostInMemory = ResultSpill.mostInMemory
  /// Returns where the lines of a run's results wait until they are written; nil to hold all in memory.
  private let spill: @Sendable (_ mostInMemory: Int) -> ResultSpill?

  init(_ source: any FeedSource, jobs: Int, spill: @escaping @Sendable (Int) -> ResultSpill? = { _ in nil }) {
    self.source = source
    self.jobs = max(1, jobs)
    self.spill = spill
  }

  func makeSpill() -> ResultSpill? { spill(mostInMemory) }

  /// Creates an aggregator that reads recorded replies.
  ///
  /// With a store, the results of feeds with replies in the recording are stored as if they had been received at the moment of
  /// generation. No guards apply: each of these feeds gets a new last good result, and its next poll is unconditional.
  ///
  /// - Parameters:
  ///   - delivered: the outcome to report for a feed that was read: `.replayed`, `.sample` or `.fresh`. Only `.replayed` results are
  ///     stored.
  ///   - store: the store, which is not written before `commit` of the run; nil to store nothing.
  ///   - deadline: feeds that are not read by then are absent.
  ///   - folder: the folder of a temporary file for results that do not fit in memory; nil to hold all in memory.
  public init(
    transport: any Transport, delivered: FeedReport.Outcome, into store: (any FeedStore)? = nil, jobs: Int = 8,
    deadline: RunDeadline = .never, spillingTo folder: String? = nil
  ) {
    self.init(RecordedSource(transport: transport, delivered: delivered, store: store, deadline: deadline), jobs: jobs) {
      store == nil && folder == nil ? nil : ResultSpill(nil, folder: folder, mostInMemory: $0)
    }
  }

  /// Creates an aggregator that reads the last good results from a store. It sends no requests and writes nothing.
  ///
  /// - Parameters:
  ///   - now: the current time, from which the age of results is computed.
  ///   - kinds: the kinds of entries to read; nil for all. Entries of different kinds are never merged.
  public init(stored store: any FeedStore, now: Instant, kinds: Set<Entry.Kind>? = nil, jobs: Int = 64) {
    self.init(StoredSource(store: store, now: now, kinds: kinds), jobs: jobs)
  }

  /// Creates an aggregator that reads feeds from the network.
  ///
  /// - Parameter folder: the folder of a temporary file for results that neither fit in memory nor are in the store; nil to hold these in
  ///   memory.
  public init(live: LiveSource, jobs: Int, spillingTo folder: String? = nil) {
    self.init(live, jobs: jobs) { ResultSpill(live.feedStore, folder: folder, mostInMemory: $0) }
  }

  /// Reads the feeds of a plan. New results from the network are stored when this returns.
  ///
  /// Failures of feeds are in their reports.
  public func read(_ plan: Plan) async -> FeedResults { await results(of: plan) }

  /// Reads the feeds of a plan and merges them into a catalog, without completing the run: call `commit` of the result afterward. Results
  /// of a recording, confirmations and the run's output are not stored before.
  ///
  /// - Parameters:
  ///   - at: the moment of generation; nil for the time at which the newest reply was received.
  ///   - now: the moment of generation if no reply has a time.
  public func read(_ plan: Plan, at: Instant? = nil, now: Instant) async -> Run {
    let results = await read(plan)
    return results.merged(at: at ?? results.receivedAt ?? now)
  }

  /// The result of a run.
  public struct Run: Sendable {
    /// The catalog in parts, with entries as lines where they are not needed as values.
    public let parts: CatalogParts
    /// The errors of the store. The feeds concerned are polled again by the next run.
    public package(set) var storeErrors: [StoreError]
    let source: any FeedSource
    /// The results of the feeds before the merge; nil if the source no longer needs them.
    let results: FeedResults?
    /// The output to store; nil to store none.
    let update: RunUpdate?
    /// The feeds whose stored entries turned out to be damaged when they were merged.
    let damaged: [FeedID]

    /// The reports of the feeds, sorted by id.
    public var feeds: [FeedReport] { parts.feeds }

    /// Returns the content hash of the catalog if the last run in the store had the same; otherwise nil.
    package func knownContentHash() async -> String? {
      guard let update else { return nil }
      return (try? await source.states?.contentHash(of: update)) ?? nil
    }

    /// Stores the remaining results and the run's output. Call it once.
    ///
    /// - Parameter contentHash: the content hash of the catalog, if known. Storing it saves the next run from hashing an equal catalog.
    /// - Returns: all errors of the store, including those from reading it.
    public func commit(contentHash: String? = nil) async -> [StoreError] {
      var update = update
      update?.contentHash = contentHash
      let errors = await source.commit(results, update, at: parts.generatedAt)
      await source.forget(damaged)
      return storeErrors + errors
    }

    /// The catalog with all its entries. Throws an error if stored lines cannot be read.
    public var catalog: Catalog { get throws { try parts.catalog() } }

    /// Returns the locations of the records in a recording that an entry was merged from, by the ids of their entries before the merge.
    /// Reads their feeds again.
    public func pointers(of entry: Entry) async -> [EntryID: RecordPointer] {
      var pointers: [EntryID: RecordPointer] = [:]
      let ids = Set(entry.sources.compactMap { EntryID(feed: $0.feed, record: $0.record) })
      for result in await results?.readAgain(Set(entry.sources.map(\.feed))) ?? [] {
        for (id, pointer) in zip(result.ids, result.pointers) where ids.contains(id) { pointers[id] = pointers[id] ?? pointer }
      }
      return pointers
    }
  }
}
