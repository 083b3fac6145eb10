import CampusCatalog
public import FeedKit
public import Fetching
import OpeningHours
public import StoreInterface

/// A source that reads feeds from the network and falls back to the last good results in a store.
public final class LiveSource: FeedSource {
  let transport: PoliteTransport
  let feedStore: any FeedStore
  let clock: any RunClock
  let options: PollOptions
  /// Receives each reply that is used, for a recording.
  let record: (@Sendable (Feed, FeedReply) -> Void)?
  let log: FetchEvent.Sink

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - store: the last good results and the states of feeds and servers.
  ///   - clock: the clock of the run, the same as that of the transport.
  ///   - options: which feeds are polled although they are not due, or accepted without guards.
  ///   - record: receives each reply that was used, for a recording; called from the tasks that read feeds.
  ///   - log: receives events; may be called from any thread.
  public init(
    transport: PoliteTransport, store: any FeedStore, clock: any RunClock, options: PollOptions,
    record: (@Sendable (Feed, FeedReply) -> Void)? = nil, log: @escaping FetchEvent.Sink = { _ in }
  ) {
    self.transport = transport
    feedStore = store
    self.clock = clock
    self.options = options
    self.record = record
    self.log = log
  }

  // MARK: - Reading

  /// The deadline of the run; none offline, where the store is read to the end.
  var deadline: RunDeadline { options.offline ? .never : RunDeadline(transport.settings.deadline, by: clock) }

  var states: (any FeedStore)? { feedStore }

  func read(
    _ reading: Plan.Reading, needsEntries: Bool, known: () async throws(StoreError) -> FeedStatePrefetcher.Known?
  ) async -> FeedResult? {
    var poll = FeedPoll(reading: reading, source: self, needsEntries: needsEntries)
    do throws(StoreError) {
      let known = try await known()
      poll.prefetched = known?.lines
      return await poll.run(known?.state)
    } catch {
      // The feed is not requested: its reply could not be compared with anything, and storing it would overwrite the stored state.
      return poll.finish(FeedResult(of: reading.feed, error))
    }
  }

  // MARK: - Storing

  var storesResults: Bool { false }

  /// Whether the output of the run is stored.
  var storesRuns: Bool { feedStore.storesRuns && !options.offline }

  /// Stores holds of servers immediately, so that the next run respects them even if this one is killed. Failures are retried at the end
  /// of the run.
  func storeHolds() async {
    let holds = transport.takeHolds()
    if !holds.isEmpty { try? await feedStore.commit(holds) }
  }

  /// Stores confirmations, the states of servers and the output of the run.
  func commit(_ results: [FeedResult], of plan: Plan, _ run: RunUpdate?, at moment: Instant) async -> [StoreError] {
    let end = RunEnd(confirmations: results.compactMap(\.confirmation?.values), hosts: transport.hostChanges(), run: run)
    return await feedStore.commit(end).compactMap { failure in
      guard let feed = failure.feed else { return failure.error }
      // Another run has stored a newer state meanwhile.
      if failure.error.reason == .storeConflict { return nil }
      log(failure.error, of: feed)
      return failure.error
    }
  }

  /// Logs that the result of a feed could not be stored.
  func log(_ error: StoreError, of feed: FeedID) {
    // A store that another run has locked is not damaged.
    let level = error.reason == .storeBusy ? FetchEvent.Level.warn : .error
    log(FetchEvent(level, error.reason.description, feed, reason: error.reason))
  }
}
