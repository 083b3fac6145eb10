import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// Runs over a small registry, with fake servers and a virtual clock.
struct Polling: Sendable {
  let clock: VirtualClock
  let server: FakeServer
  let store = FailingStore()
  let events = EventCollector()
  var registry: Registry
  var settings = FetchSettings()
  var record: (@Sendable (Feed, FeedReply) -> Void)?
  let seed: UInt64
  private let random: SeededRandom

  /// - Parameter file: a registry file; only the feeds that it names are read.
  init(_ file: String, seed: UInt64 = 1, at start: String = "2026-11-21T12:00:00Z") throws {
    clock = VirtualClock(start)
    server = FakeServer(clock)
    self.seed = seed
    random = SeededRandom(seed)
    registry = try Registry().adding(Array(file.utf8), file: "test.json")
  }

  /// One run, as one start of the program.
  ///
  /// - Parameter isAlone: no other run over the same store is under way.
  @discardableResult
  func run(
    _ feeds: [FeedID], jobs: Int = 64, isAlone: Bool = true, _ change: (inout PollOptions) -> Void = { _ in }
  ) async throws -> Aggregator.Run {
    var options = PollOptions()
    change(&options)
    let chosen = options
    return try await withTaskExecutorPreference(clock) {
      clock.beginRun()
      let transport = PoliteTransport(
        client: server, settings: settings, clock: clock, hosts: try await store.hosts(), random: { [random] in random.next() },
        holds: { [store] in try? await store.commit($0) }, log: { [events] in events.take($0) })
      let source = LiveSource(transport: transport, store: store, options: chosen, record: record)
      let plan = try Plan(RunSelection(feeds: feeds), in: registry)
      var run = await Aggregator(live: source, jobs: jobs).read(plan, now: clock.now())
      run.storeErrors = await run.commit()
      let elapsed = clock.elapsed()
      if isAlone { try checkMemory(of: run, isOffline: chosen.offline) }
      #expect(elapsed <= settings.deadline + .milliseconds(250), "the run took \(elapsed), seed \(seed)")
      return run
    }
  }

  /// The stored run must equal its output.
  private func checkMemory(of run: Aggregator.Run, isOffline: Bool) throws {
    let isUsable = run.feeds.contains { $0.outcome.isDelivered || $0.outcome == .stale }
    guard let kept = store.takeRun() else { return #expect(isOffline || !isUsable, "a run was not remembered, seed \(seed)") }
    #expect(isUsable && !isOffline && kept.generatedAt == run.parts.generatedAt && kept.feeds == run.feeds, "seed \(seed)")
    #expect(kept.campuses == run.parts.campuses && kept.parts.count == run.parts.parts.count, "seed \(seed)")
    for (part, written) in zip(kept.parts, run.parts.parts) {
      guard case .lines(let some) = written else { return #expect(Bool(false), "unexpected entries, seed \(seed)") }
      let lines = try some.lines()
      #expect(try part.lines.lines() == lines, "seed \(seed)")
      if let content = part.lines.content { #expect(content == SHA256.hash(lines.bytes).hexadecimal, "seed \(seed)") }
    }
  }

  func state(of feed: FeedID) async throws -> FeedState? { try await store.states(of: [feed])[feed] }
}
