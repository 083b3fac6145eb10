import CampusCatalog
import FeedKit
import Fetching
@testable import Aggregation
import Testing

/// The effect of a 304 on the stored reply (RFC 9111, sections 3.2 and 4.3.4).
@Suite struct NotModifiedTests {
  // MARK: - Another body

  /// Its tag belongs to another body: the request is repeated once without conditions.
  @Test(arguments: [("\"v1\"", "\"v2\""), ("W/\"v1\"", "\"v2\"")], [FaultCheck.goodBody, Texts.venues(4)])
  func mismatchedTagRepeatsRequest(_ tags: (old: String, new: String), _ body: String) async throws {
    let check = try await FaultCheck(isWarm: true, validators: ["ETag": tags.old])
    check.polling.server.on(Texts.venues, .status(304, ["ETag": tags.new]), .ok(body, ["ETag": tags.new]), .status(304))
    let report = try await check.run()
    #expect(report.outcome == (body == FaultCheck.goodBody ? .unchanged : .fresh))
    #expect(report.attempts == 2)
    #expect(check.requests.map { $0.headers["if-none-match"] } == [tags.old, nil])
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .unchanged)
    #expect(check.requests.map { $0.headers["if-none-match"] } == [tags.new])
  }

  /// A weak tag does not identify bytes, a server that compresses weakens its tag, and a date is not a tag.
  @Test(arguments: [("\"v1\"", "W/\"v2\""), ("W/\"v1\"", "\"v1\""), ("\"v1\"", "W/\"v1\""), (nil, "\"v1\"")])
  func weakOrMissingTagIsAccepted(_ old: String?, _ new: String) async throws {
    let date = ["Last-Modified": FaultCheck.date]
    let check = try await FaultCheck(isWarm: true, validators: date.merging(old.map { ["ETag": $0] } ?? [:]) { $1 })
    check.polling.server.on(Texts.venues, .status(304, ["ETag": new]))
    #expect(try await check.run().outcome == .unchanged)
    #expect(check.requests.count == 1)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .unchanged)
    #expect(check.requests.map { $0.headers["if-modified-since"] } == [FaultCheck.date])
    // A tag that may belong to other bytes is not stored with the body.
    if old == nil { #expect(check.requests.map { $0.headers["if-none-match"] } == [nil]) }
  }

  /// The repeated request fails, or gets a 304, too.
  @Test func failedRepeatIsReported() async throws {
    let check = try await FaultCheck(isWarm: true)
    try await check.expectStale("http.404", requests: 2, [.status(304, ["ETag": "\"v2\""]), .status(404)])
    check.polling.clock.advance(seconds: 3600)
    try await check.expectStale("http.304_unexpected", requests: 2, [.status(304, ["ETag": "\"v2\""])])
    #expect(check.requests.map(\.isConditional) == [true, false])
  }

  /// The repeat does not count as a retry, of which a run has few.
  @Test func mismatchRepeatsDoNotUseRetryBudget() async throws {
    let names = (1...40).map { "penn/f\($0)" }
    let polling = try Polling(RetryTests.registry(names) { "https://\($0.dropFirst(5)).example/" })
    let feeds = try names.map(Texts.feed)
    for name in names {
      polling.server.on(
        "https://\(name.dropFirst(5)).example/", .ok(Texts.venues(2), ["ETag": "\"v1\""]), .status(304, ["ETag": "\"v2\""]),
        .ok(Texts.venues(3)))
    }
    try await polling.run(feeds)
    polling.clock.advance(seconds: 90_000)
    let run = try await polling.run(feeds)
    #expect(run.feeds.allSatisfy { $0.outcome == .fresh && $0.entries == 3 })
  }

  // MARK: - Stored fields

  /// Stored headers, those of the 304, and after how many seconds the feed is due again; its cadence is an hour, and the time of the 304
  /// is 14:00:00.
  @Test(
    arguments: [
      (["Cache-Control": "max-age=7200"], [:], 7200),
      (["Cache-Control": "max-age=7200"], ["Cache-Control": "max-age=5400"], 5400),
      (["Cache-Control": "max-age=7200"], ["Cache-Control": "no-cache"], 3600),
      (["Cache-Control": "max-age=7200"], ["Age": "600"], 6600),
      (["Cache-Control": "max-age=7200"], ["Expires": "Sat, 21 Nov 2026 16:30:00 GMT"], 7200),
      (["Cache-Control": "max-age=7200", "Age": "3000"], [:], 7200),
      (["Cache-Control": "max-age=7200"], ["Vary": "*"], 3600),
      (["Cache-Control": "max-age=7200", "Vary": "*"], [:], 3600),
      (["Expires": "Sat, 21 Nov 2026 16:30:00 GMT"], [:], 9000),
      (["Expires": "Sat, 21 Nov 2026 13:30:00 GMT"], [:], 3600),
      (["Expires": "Sat, 21 Nov 2026 16:30:00 GMT"], ["Expires": "Sat, 21 Nov 2026 15:30:00 GMT"], 5400),
      (["Expires": "0"], [:], 3600),
    ] as [([String: String], [String: String], Int)])
  func freshness(_ stored: [String: String], _ came: [String: String], _ seconds: Int) async throws {
    let check = try await FaultCheck(isWarm: true, validators: stored.merging(["ETag": FaultCheck.etag]) { $1 })
    check.polling.server.on(Texts.venues, .status(304, came), .status(304))
    let now = check.polling.clock.now()
    #expect(try await check.run { $0.refresh = true }.outcome == .unchanged)
    #expect(try await check.polling.state(of: check.penn)?.nextDue?.seconds(since: now) == seconds)
  }

  /// Headers of a 304 apply to later 304s.
  @Test func headersOf304AreStored() async throws {
    let check = try await FaultCheck(isWarm: true, validators: ["ETag": FaultCheck.etag, "Cache-Control": "max-age=7200"])
    check.polling.server.on(Texts.venues, .status(304, ["Cache-Control": "public, max-age=5400"]), .status(304))
    for _ in 0..<3 {
      let now = check.polling.clock.now()
      #expect(try await check.run { $0.refresh = true }.outcome == .unchanged)
      #expect(try await check.polling.state(of: check.penn)?.nextDue?.seconds(since: now) == 5400)
      check.polling.clock.advance(seconds: 60)
    }
  }
}
