import Aggregation
import CampusCatalog
import FeedKit
import Fetching
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
}
