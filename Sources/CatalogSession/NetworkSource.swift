public import Aggregation
public import FeedKit
public import Fetching
import OpeningHours

/// The client, clock, store and settings for a run that reads feeds from their servers.
public struct NetworkSource: Sendable {
  public let client: any HTTPClient
  /// The clock of the run. Create one for each run, because the deadline counts from its start.
  public var clock: any RunClock
  public let store: StoreChoice
  /// The limits, delays, retries and the deadline.
  public var settings = FetchSettings()
  public var options = PollOptions()
  /// The number of feeds to read concurrently.
  public var jobs = 64
  /// Whether the run is a dry run, which stores nothing except the holds of servers.
  public var isProbe = false
  /// The folder of a temporary file for results that neither fit in memory nor are in the store; nil to hold these in memory.
  public var spillFolder: String?
  /// Returns numbers from 0 to 1, for the delays before retries.
  public var random: @Sendable () -> Double = { Double.random(in: 0...1) }
  /// Returns the value of `${NAME}` in the headers of feeds; nil if there is none.
  public var secret: @Sendable (_ name: String) -> String? = { _ in nil }
  /// Receives each reply that is used, for a recording.
  public var record: (@Sendable (Feed, FeedReply) -> Void)?
  /// Called when all feeds are read and the client and the recording are no longer needed.
  public var close: @Sendable () async -> Void = {}
  /// Receives events as they happen, from any thread.
  public var events: RunEvent.Sink = { _ in }

  public init(client: any HTTPClient, clock: any RunClock, store: StoreChoice) {
    self.client = client
    self.clock = clock
    self.store = store
  }

  func read(_ plan: Plan, at time: String?, now: Instant) async throws(SessionError) -> CatalogRun {
    let moment = try time.map { (time) throws(SessionError) in
      try LocalMoment.parse(time, campuses: plan.readings.map(\.feed.campus), today: now)
    }
    let plan = try withSecrets(plan)
    let opened = try RunStore(store, isOffline: options.offline, events)
    let store: any FeedStore = isProbe ? ReadOnlyStore(opened.store) : opened.store
    let transport = try await transport(opened, store)
    let live = LiveSource(transport: transport, store: store, options: options, record: record)
    // A run that is stored has the clock's time, so that runs are in order.
    let run = await Aggregator(live: live, jobs: jobs, spillingTo: spillFolder).read(plan, at: options.offline ? moment : nil, now: now)
    return CatalogRun(run, at: moment, store: opened, close: close)
  }

  /// Polls the feeds of a filter, whose store has their states.
  ///
  /// - Parameters:
  ///   - journal: receives the same lines, each time with the states of servers that have changed, and calls its second argument when they
  ///     are written; nil to write none. The feeds of a group of servers are then read one after another.
  ///   - write: receives the lines of each result as soon as it is known, from any thread, and finally those of the servers.
  package func poll(
    _ work: WorkPoll, journal: (@Sendable ([UInt8], @escaping @Sendable () -> Void) -> Void)? = nil,
    _ write: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(SessionError) {
    let plan = try withSecrets(work.plan)
    let transport = try await transport(RunStore(.open(work.store), events), work.store)
    let live = LiveSource(transport: transport, store: work.store, options: options, record: record)
    let aggregator = Aggregator(live: live, jobs: jobs)
    work.store.writeHolds(to: write)
    if let journal {
      await work.readInTurn(plan, by: aggregator, changes: { transport.hostChanges() }, write, journal: journal)
    } else {
      await work.read(plan, by: aggregator, write)
    }
    write(work.servers(transport.hostChanges()))
    await close()
  }

  /// Sends one request, with the delays, limits and retries of a run, and returns the reply. Stores only the waits that servers ask for
  /// (Retry-After).
  public func reply(to request: FeedRequest, of feed: Feed) async throws(SessionError) -> Result<FeedReply, TransportFailure> {
    switch try await outcome(of: request, of: feed, knowing: nil) {
    case .reply(let reply, _): return .success(reply)
    case .failure(let failure): return .failure(failure)
    case .notModified, .missing:
      return .failure(TransportFailure(.httpUnexpected304, "the server answered 304 to an unconditional request"))
    }
  }

  /// Sends requests one after another, each with the delays, limits and retries of a run. Stores only the waits that servers ask for.
  ///
  /// - Parameter next: receives the last request with its outcome, and returns the next request; nil at the end.
  public func replies(
    to first: FeedRequest, of feed: Feed, next: (FeedRequest, Result<FeedReply, TransportFailure>) -> FeedRequest?
  ) async throws(SessionError) {
    let opened = try RunStore(store, events)
    let transport = try await transport(opened, ReadOnlyStore(opened.store))
    var request: FeedRequest? = first
    while let current = request, !Task.isCancelled {
      switch await transport.answer(to: current, of: feed, knowing: nil) {
      case .reply(let reply, _): request = next(current, .success(reply))
      case .failure(let failure): request = next(current, .failure(failure))
      case .notModified, .missing: request = nil
      }
    }
    await transport.storeHolds()
    await opened.end([])
    await close()
  }

  /// Sends one request as `reply` does, on the condition that the known reply is no longer current, and returns the outcome.
  func outcome(
    of request: FeedRequest, of feed: Feed, knowing known: KnownReply?
  ) async throws(SessionError) -> TransportOutcome {
    let resolved: Feed
    do throws(MissingSecret) { resolved = try feed.resolvingSecrets(secret) } catch {
      throw SessionError(.missingSecret, error.description)
    }
    let opened = try RunStore(store, events)
    let transport = try await transport(opened, ReadOnlyStore(opened.store))
    let outcome = await transport.answer(to: request, of: resolved, knowing: known)
    await transport.storeHolds()
    await opened.end([])
    await close()
    return outcome
  }

  /// - Parameter store: stores the holds of servers.
  private func transport(_ opened: RunStore, _ store: any FeedStore) async throws(SessionError) -> PoliteTransport {
    let hosts = try await opened.read { () async throws(StoreError) in try await opened.store.hosts() }
    // The clock may have started long before the run, and the time to open the store does not count against the deadline.
    var settings = settings
    settings.deadline += clock.elapsed()
    return PoliteTransport(
      client: client, settings: settings, clock: clock, hosts: hosts, random: random, holds: { try? await store.commit($0) },
      log: { [events] in events(.feed($0)) })
  }

  /// Returns a plan with the secrets of its feeds. A run that sends no requests needs none.
  private func withSecrets(_ plan: Plan) throws(SessionError) -> Plan {
    if options.offline { return plan }
    let ids = plan.readings.filter { $0.refusal == nil }.map(\.feed.id.description)
    let registry: Registry
    do throws(MissingSecret) { registry = try plan.registry.resolvingSecrets(of: Set(ids), secret) } catch {
      throw SessionError(.missingSecret, error.description)
    }
    let insecure = registry.feeds.filter { $0.headers.contains(where: \.hasShortSecret) }
    if !insecure.isEmpty { events(.shortSecrets(of: insecure.map(\.id))) }
    return registry.feeds.elementsEqual(plan.registry.feeds, by: ===) ? plan : try Plan(selecting: plan.selection, from: registry)
  }
}
