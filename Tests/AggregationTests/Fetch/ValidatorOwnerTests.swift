import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import Testing

/// Validators are sent only to the address that sent them, after all redirects.
@Suite struct ValidatorOwnerTests {
  @Test func changedRedirectTargetGetsNoConditions() async throws {
    let check = try await FaultCheck(isWarm: false)
    let server = check.polling.server
    let (first, second) = ("https://penn.example/first", "https://penn.example/second")
    server.on(Texts.venues, .status(302, ["Location": first]), .status(302, ["Location": first]), .status(302, ["Location": second]))
    server.on(first, .page(Texts.venues(1), etag: "\"one\""))
    // It is older than the first, so a condition would hide it.
    server.on(second, .page(Texts.venues(2), etag: "\"one\""))
    #expect(try await check.run().outcome == .fresh)
    check.polling.clock.advance(seconds: 90_000)
    #expect(try await check.run().outcome == .unchanged)
    #expect(server.requests(to: Texts.venues).map { $0.headers["if-none-match"] } == [nil])
    #expect(server.requests(to: first).map { $0.headers["if-none-match"] } == ["\"one\""])
    check.polling.clock.advance(seconds: 90_000)
    #expect(try await check.run().outcome == .fresh)
    #expect(server.requests(to: second).map { $0.headers["if-none-match"] } == [nil])
  }

  /// A run's deadline is not a failure of the server: it causes no hold and no longer delay.
  @Test func runDeadlineIsNotAServerFailure() async throws {
    let check = try await FaultCheck(isWarm: true)
    let before = try await check.polling.state(of: check.penn)
    check.polling.server.on(
      Texts.venues, Answer { _, _ in .failure(TransportFailure(.timeoutTotal, "the run's deadline has passed", isLocalLimit: true)) })
    for _ in 0..<6 {
      check.polling.clock.advance(seconds: 90_000)
      #expect(try await check.run().reason == .timeoutTotal)
    }
    // It may also pass while the reply is read.
    check.polling.server.on(
      Texts.venues,
      Answer { request, clock in
        clock.advance(seconds: 60)
        return await Answer.page(Texts.venues(4), etag: "\"new\"").give(request, clock)
      })
    #expect(try await check.run().reason == .timeoutTotal)
    let after = try await check.polling.state(of: check.penn)
    #expect(after?.failures == before?.failures)
    #expect(try await check.polling.store.hosts().allSatisfy { $0.notBefore == nil && $0.failures == 0 })
    check.polling.clock.advance(seconds: 90_000)
    check.polling.server.on(Texts.venues, .page(Texts.venues(4), etag: "\"new\""))
    #expect(try await check.run().outcome == .fresh)
  }
}
