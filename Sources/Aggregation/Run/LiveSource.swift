import Basics
public import CampusCatalog
public import FeedKit
public import Fetching
import OpeningHours

/// A source that reads feeds from the network and falls back to the last good results in a store.
public final class LiveSource: FeedSource {
  let transport: PoliteTransport
  let feedStore: any FeedStore
  let options: PollOptions
  let record: (@Sendable (Feed, FeedReply) -> Void)?

  /// This many confirmations are stored in one transaction. Each has the state of its feed, so that all of a run may not fit in memory.
  private static let mostConfirmations = 256

  private struct Confirmations {
    var waiting: [FeedUpdate] = []
    var errors: [StoreError] = []
  }

  /// The confirmations that are not stored yet, and the errors of those that could not be stored.
  private let confirmations = Guarded(Confirmations())

  /// - Parameters:
  ///   - transport: sends the requests. The source uses its clock, and logs events where it does.
  ///   - record: receives each reply that was used, for a recording; called from the tasks that read feeds.
  public init(
    transport: PoliteTransport, store: any FeedStore, options: PollOptions, record: (@Sendable (Feed, FeedReply) -> Void)? = nil
  ) {
    self.transport = transport
    feedStore = store
    self.options = options
    self.record = record
  }

  var clock: any RunClock { transport.clock }

  /// The deadline of the run; none offline, where the store is read to the end.
  var deadline: RunDeadline { options.offline ? .never : RunDeadline(transport.settings.deadline, by: clock) }

  var states: (any FeedStore)? { feedStore }

  func read(_ reading: Plan.Reading, known: Result<StoredFeed, StoreError>) async -> FeedResult? {
    var poll = FeedPoll(reading: reading, source: self)
    do throws(StoreError) {
      let known = try known.get()
      poll.prefetched = known.lines
      let start = clock.elapsed()
      var result = await poll.run(known.state)
      if let attempts = result.report.attempts, attempts > 0 { result.duration = clock.elapsed() - start }
      await add(result.confirmations)
      return result
    } catch {
      // Do not request the feed: there would be nothing to compare the reply with, and storing it would overwrite the stored state.
      return FeedResult(of: reading.feed, error)
    }
  }

  var storesRuns: Bool { feedStore.storesRuns && !options.offline }

  var needsResults: Bool { false }

  /// Stores the remaining confirmations, the states of servers and the output of the run.
  func commit(_ results: FeedResults?, _ run: RunUpdate?, at moment: Instant) async -> [StoreError] {
    let (waiting, errors) = confirmations.withLock { confirmations in
      defer { confirmations = Confirmations() }
      return (confirmations.waiting, confirmations.errors)
    }
    return errors + (await store(waiting, transport.hostChanges(), run))
  }

  func forget(_ feeds: [FeedID]) async {
    if feeds.isEmpty { return }
    // If another run has stored a newer state in the meantime, it has also read the feed.
    for (_, var state) in (try? await feedStore.states(of: feeds)) ?? [:] {
      state.forgetRequests()
      try? await feedStore.commit(FeedUpdate(state))
    }
  }

  /// Stores confirmations at the end of the run, or earlier if there are many.
  func add(_ updates: [FeedUpdate]) async {
    if updates.isEmpty { return }
    let batch: [FeedUpdate]? = confirmations.withLock { confirmations in
      confirmations.waiting += updates
      guard confirmations.waiting.count > Self.mostConfirmations else { return nil }
      defer { confirmations.waiting = [] }
      return confirmations.waiting
    }
    guard let batch else { return }
    let errors = await store(batch)
    confirmations.withLock { $0.errors += errors }
  }

  private func store(_ confirmations: [FeedUpdate], _ hosts: [HostUpdate] = [], _ run: RunUpdate? = nil) async -> [StoreError] {
    let end = RunEnd(confirmations: confirmations.sorted { $0.state.feed < $1.state.feed }, hosts: hosts, run: run)
    return await feedStore.commit(end).compactMap { failure in
      guard let feed = failure.feed else { return failure.error }
      // Another run has stored a newer state in the meantime.
      if failure.error.reason == .storeConflict { return nil }
      log(failure.error, of: feed)
      return failure.error
    }
  }

  func log(_ event: FetchEvent) { transport.sink(event) }

  /// Logs that the result of a feed could not be stored.
  func log(_ error: StoreError, of feed: FeedID) {
    // A store that another run has locked is not damaged.
    let level = error.reason == .storeBusy ? FetchEvent.Level.warn : .error
    log(FetchEvent(level, error.reason.description, feed, reason: error.reason))
  }
}

/// The options of a run over the network.
public struct PollOptions: Sendable {
  /// Whether to poll feeds that are not due.
  public var refresh = false
  /// Whether to send no requests and serve the last good results.
  public var offline = false
  /// Feeds for which no guard applies, and that are polled even after their server answered 410 (gone).
  public var accepted: Set<FeedID> = []

  public init() {}
}
