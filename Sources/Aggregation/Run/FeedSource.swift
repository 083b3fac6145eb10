/// A source of feeds for a run: the network with a store, recorded replies, or a store alone. It also stores the results.
protocol FeedSource: Sendable {
  /// The deadline for reading and merging.
  var deadline: RunDeadline { get }
  /// Whether the output of the run is stored.
  var storesRuns: Bool { get }

  /// The store with the states of feeds; nil if they are not needed for reading.
  var states: (any FeedStore)? { get }

  /// Reads one feed.
  ///
  /// - Parameters:
  ///   - needsEntries: whether entries are needed as values, for a merge; otherwise their lines are sufficient.
  ///   - known: what `states` has of the feed.
  /// - Returns: the result; nil if a recording has no replies of the feed.
  func read(_ reading: Plan.Reading, needsEntries: Bool, known: Result<StoredFeed, StoreError>) async -> FeedResult?

  /// Stores the results and the output of a run (nil if it is not stored). Returns the errors.
  func commit(_ results: [FeedResult], of plan: Plan, _ run: RunUpdate?, at moment: Instant) async -> [StoreError]
}

/// The stored data of one feed.
struct StoredFeed: Sendable {
  /// The state; nil for a feed that was never polled.
  var state: FeedState?
  /// The lines of its last good result, if the store returned them in advance.
  var lines: LazyEntryLines?
}

/// A source that reads the last good results from a store. It sends no requests and writes nothing.
struct StoredSource: FeedSource {
  let store: any FeedStore
  /// The current time, from which the age of results is computed.
  let now: Instant

  var deadline: RunDeadline { .never }
  var storesRuns: Bool { false }

  var states: (any FeedStore)? { store }

  func read(_ reading: Plan.Reading, needsEntries: Bool, known: Result<StoredFeed, StoreError>) async -> FeedResult? {
    let feed = reading.feed
    guard feed.isEnabled else { return FeedResult(of: feed, .disabled, reason: .configDisabled) }
    do throws(StoreError) {
      let known = try known.get()
      let acceptance = Acceptance(reading: reading, options: PollOptions(), now: now)
      let decision = acceptance.serve(FeedState.current(known.state, reading).state, .offline, nil)
      return await decision.result(of: feed, from: store, needsEntries: needsEntries, prefetched: known.lines).withoutSecrets(of: feed)
    } catch {
      return FeedResult(of: feed, error).withoutSecrets(of: feed)
    }
  }

  func commit(_ results: [FeedResult], of plan: Plan, _ run: RunUpdate?, at moment: Instant) async -> [StoreError] { [] }
}

/// The deadline of a run, for work that does not suspend: parsing, normalizing, merging.
public struct RunDeadline: Sendable {
  /// Nil if there is no deadline.
  private let end: (limit: Duration, clock: any RunClock)?

  /// - Parameter limit: the elapsed time of `clock` at the deadline.
  public init(_ limit: Duration, by clock: any RunClock) { end = (limit, clock) }

  private init() { end = nil }

  /// A deadline that never passes.
  public static let never = RunDeadline()

  /// Returns whether the deadline has passed. Reads the clock, so do not call it for each record.
  @Sendable func hasPassed() -> Bool { end.map { $0.clock.elapsed() >= $0.limit } ?? false }

  /// Returns the deadline, postponed if necessary to leave at least this much time from now.
  func leaving(atLeast time: Duration) -> RunDeadline {
    end.map { RunDeadline(max($0.limit, $0.clock.elapsed() + time), by: $0.clock) } ?? self
  }
}
