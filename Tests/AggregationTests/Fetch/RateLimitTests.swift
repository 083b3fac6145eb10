import Aggregation
import CampusCatalog
import FeedKit
import Testing

/// A server that limits the rate of requests.
@Suite struct RateLimitTests {
  /// The seconds until the next request may be sent; 60 if the server does not say.
  @Test(
    arguments: [
      ("120", 120), ("86400", 86_400), ("100000000000000000000", 86_400), ("-5", 60), ("1.5", 60), ("junk", 60), (nil, 60), ("0", 60),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 60), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
    ], [429, 503])
  func hostIsHeldForRetryAfter(_ row: (value: String?, seconds: Int), _ status: Int) async throws {
    for isWarm in [true, false] {
      let check = try await FaultCheck(isWarm: isWarm)
      try await check.expectStale("ratelimited", requests: 1, [.status(status, row.value.map { ["Retry-After": $0] } ?? [:])])
      check.polling.server.on(Texts.venues, .ok(Texts.venues(4)))
      #expect(try await check.run().reason == .rateLimited)
      #expect(check.requests.isEmpty)
      check.polling.clock.advance(seconds: row.seconds - 1)
      #expect(try await check.run().reason == .rateLimited)
      #expect(check.requests.isEmpty, "one second before the end")
      if row.seconds > 60 {
        #expect(try await check.run { $0.refresh = true }.reason == .rateLimited)
        #expect(check.requests.isEmpty, "--refresh does not override the wait")
      }
      check.polling.clock.advance(seconds: 1)
      #expect(try await check.run().outcome == .fresh)
      #expect(check.requests.count == 1)
    }
  }

  /// A rate limit that is reported instead of data, with the wait that the feed's rules give.
  @Test func rateLimitInBody() async throws {
    let polling = try Polling(Texts.registry)
    let feed = try Texts.feed("everywhere/quotes")
    polling.server.on(
      Texts.quotes, .ok(#"[{"q":"Too many requests. Obtain an auth key.","a":"zenquotes.io"}]"#),
      .ok(#"[{"q":"Know thyself","a":"Thales"}]"#))
    #expect(try await polling.run([feed]).feeds.map(\.reason?.description) == ["ratelimited"])
    polling.clock.advance(seconds: 29)
    #expect(try await polling.run([feed]) { $0.refresh = true }.feeds.map(\.reason?.description) == ["ratelimited"])
    #expect(polling.server.requests.count == 1)
    polling.clock.advance(seconds: 1)
    #expect(try await polling.run([feed]) { $0.refresh = true }.feeds.map(\.outcome) == [.fresh])
  }
}
