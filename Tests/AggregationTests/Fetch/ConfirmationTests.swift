@testable import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// Confirmations that results are still current are stored after all feeds were read.
@Suite struct ConfirmationTests {
  @Test func confirmationIsStoredAtEndOfRun() async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(Texts.venues, .status(304))
    let before = try await check.kept()
    #expect(try await check.run().outcome == .unchanged)
    let after = try await check.kept()
    #expect(after.lastGood?.checkedAt == check.polling.clock.now())
    #expect(after.lastGood?.acceptedAt == before.lastGood?.acceptedAt)
    #expect(after.lines == before.lines)
  }

  @Test(arguments: ["store.full", "store.busy", "store.io"])
  func storeFailureIsReported(_ reason: String) async throws {
    let check = try await FaultCheck(isWarm: true)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .status(304))
    check.polling.store.failCommits(of: check.penn, reason)
    let run = try await check.runAll()
    #expect(run.storeErrors.map(\.reason.description) == [reason])
    // The result is still right; the next run requests it again.
    #expect(try check.report(of: run).outcome == .unchanged)
    #expect(try await check.kept() == before)
    #expect(check.polling.events.events.count { $0.event == reason } == 1)
    check.polling.store.recover()
    #expect(try await check.run().outcome == .unchanged)
    #expect(check.requests.count == 1)
  }

  /// Confirmations of very many feeds do not wait for the end of the run.
  @Test func manyConfirmationsAreStoredEarlier() async throws {
    let store = CountingStore()
    let source = LiveSource(
      transport: PoliteTransport(
        client: FakeServer(VirtualClock()), settings: FetchSettings(), clock: VirtualClock(), hosts: [], random: { 0 }),
      store: store, options: PollOptions())
    for number in 0..<700 {
      let state = FeedState(feed: try Texts.feed("penn/f\(number)"), key: "")
      await source.add([FeedUpdate(state, confirming: state)])
    }
    #expect(store.sizes.withLock { $0 } == [257, 257])
    #expect(await source.commit(nil, nil, at: .epoch).count == 700, "each failed")
    #expect(store.sizes.withLock { $0 } == [257, 257, 186])
    #expect(await source.commit(nil, nil, at: .epoch).isEmpty)
  }
}

/// A store that counts the confirmations that come together, and refuses them.
private struct CountingStore: FeedStore {
  let sizes = Guarded<[Int]>([])

  func states(of feeds: [FeedID]) -> [FeedID: FeedState] { [:] }
  func hosts() -> [HostState] { [] }
  func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] { [] }
  func body(_ sha256: String) -> [UInt8]? { nil }
  func commit(_ update: FeedUpdate) {}
  func commit(_ hosts: [HostUpdate]) {}

  func commit(_ end: RunEnd) async -> [RunEnd.Failure] {
    if !end.confirmations.isEmpty { sizes.withLock { $0.append(end.confirmations.count) } }
    return end.confirmations.map { RunEnd.Failure(StoreError(.storeFull, "as the test wants it"), feed: $0.state.feed) }
  }
}
