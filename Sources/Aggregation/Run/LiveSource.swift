import CampusCatalog
public import FeedKit
public import Fetching
import OpeningHours
public import StoreInterface

/// Feeds that are read from the network, with a store of their last good results.
public final class LiveSource: FeedSource {
  let transport: PoliteTransport
  let feedStore: any FeedStore
  let clock: any RunClock
  let options: PollOptions
  /// Takes each reply that is used, for a recording.
  let record: (@Sendable (Feed, FeedReply) -> Void)?
  let log: FetchEvent.Sink

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

  /// What is only read from the store is read to the end.
  var deadline: RunDeadline { options.offline ? .never : RunDeadline(transport.settings.deadline, by: clock) }

  /// Feeds of one server wait for each other, and must not keep others from starting.
  var takesTurns: Bool { true }

  func prefetcher(for feeds: [FeedID]) -> FeedStatePrefetcher? { FeedStatePrefetcher(of: feeds, in: feedStore) }

  func read(
    _ reading: Plan.Reading, needsEntries: Bool, known: () async throws(StoreError) -> FeedStatePrefetcher.Known?
  ) async -> FeedResult? {
    var poll = FeedPoll(reading: reading, source: self, needsEntries: needsEntries)
    do throws(StoreError) {
      let known = try await known()
      poll.prefetched = known?.lines
      return await poll.run(known?.state)
    } catch {
      // Whoever does not know what the store has must not write over it.
      return poll.withoutStore(error)
    }
  }

  // MARK: - Storing

  var storesResults: Bool { false }

  /// Whether what a run wrote is stored.
  var storesRuns: Bool { feedStore.keepsRuns && !options.offline }

  func contentHash(of run: RunUpdate) async -> String? { (try? await feedStore.contentHash(of: run)) ?? nil }

  /// Stores an update. Returns why that failed, and logs it.
  func store(_ update: FeedUpdate) async -> StoreError? {
    do throws(StoreError) {
      try await feedStore.commit(update)
      return nil
    } catch {
      // Another run was faster: the caller decides whose result counts.
      if error.reason != .storeConflict { log(error, of: update.state.feed) }
      return error
    }
  }

  /// Stores at once what servers asked for: a run that is stopped must not make the next one impolite. What fails now is tried again at
  /// the end.
  func storeHolds() async {
    let holds = transport.takeHolds()
    if !holds.isEmpty { try? await feedStore.commit(holds) }
  }

  /// Stores the confirmations of results, what servers asked for, and what the run wrote.
  func commit(_ results: [FeedResult], of plan: Plan, _ run: RunUpdate?, at moment: Instant) async -> [StoreError] {
    let confirmations = results.compactMap { result -> FeedUpdate? in
      if case .confirmation(let update)? = result.pending { update.values } else { nil }
    }
    let end = RunEnd(confirmations: confirmations, hosts: transport.hostChanges(), run: run)
    return await feedStore.commit(end).compactMap { failure in
      guard let feed = failure.feed else { return failure.error }
      // Another run has stored something newer meanwhile: what this one learned is not worth more.
      if failure.error.reason == .storeConflict { return nil }
      log(failure.error, of: feed)
      return failure.error
    }
  }

  private func log(_ error: StoreError, of feed: FeedID) {
    // A lock that another run holds is no damage.
    var event = FetchEvent(error.reason == .storeBusy ? .warn : .error, error.reason.description, feed)
    event.reason = error.reason
    log(event)
  }
}
