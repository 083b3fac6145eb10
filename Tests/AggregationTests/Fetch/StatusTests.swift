import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// The effect of a reply's status, faults and content type.
@Suite struct StatusTests {
  /// The expected number of requests.
  @Test(
    arguments: [
      (401, "auth", 1), (403, "auth", 1), (404, "http.404", 1), (410, "gone", 1), (400, "http.400", 1), (405, "http.405", 1),
      (501, "http.501", 1), (505, "http.505", 1), (206, "http.206", 1), (204, "http.204", 1), (205, "http.205", 1), (999, "http.999", 1),
      (408, "http.408", 3), (500, "http.500", 3), (502, "http.502", 3), (504, "http.504", 3), (520, "http.520", 3), (521, "http.521", 3),
      (522, "http.522", 3), (523, "http.523", 3), (524, "http.524", 3), (300, "http.300", 1), (418, "http.418", 1),
    ], [true, false])
  func refusals(_ row: (status: Int, reason: String, requests: Int), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale(row.reason, requests: row.requests, [.status(row.status, ["ETag": "\"new\""], FaultCheck.goodBody)])
  }

  @Test(
    arguments: [
      ("dns.failed", 2), ("dns.timeout", 2), ("connect.refused", 3), ("connect.reset", 3), ("timeout.connect", 2),
      ("timeout.first_byte", 2), ("tls.expired", 1), ("tls.name", 1), ("http.empty", 3), ("body.truncated", 3), ("http.framing", 1),
      ("body.encoding", 1), ("body.too_large", 1), ("timeout.idle", 1), ("timeout.total", 1), ("http.header_limit", 1),
      ("policy.address", 1),
    ], [true, false])
  func clientFailures(_ row: (reason: String, requests: Int), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale(row.reason, requests: row.requests, [.fails(row.reason)])
  }

  /// A body damaged in transit is retried; an unknown coding is not.
  @Test(arguments: [(true, 3), (false, 1)], [true, false])
  func codings(_ row: (isDamage: Bool, requests: Int), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    let failure = TransportFailure(.bodyEncoding, "as the test wants it", isDamage: row.isDamage)
    try await check.expectStale("body.encoding", requests: row.requests, [.fails(failure)])
    #expect(check.polling.events.named("fetch.encoding").count == row.requests)
  }

  /// 203 and 299 are successes.
  @Test(arguments: [203, 299], [true, false])
  func oddSuccesses(_ status: Int, isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.server.on(Texts.venues, .status(status, ["ETag": "\"v2\""], Texts.venues(4)))
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.entries == 4)
    #expect(try await check.kept().requests["venues"]?.validators == Validators(etag: "\"v2\""))
  }

  /// An unreadable reply is not stored, and is requested again.
  @Test(
    arguments: [
      ("[", "json.syntax"), (#"{"message":"down for maintenance"}"#, "schema.shape"), ("[1,2,3]", "schema.drift"),
      (#"[{"id":1,"id":2}]"#, "json.duplicate_key"), ("Please log in", "json.syntax"),
    ], [true, false])
  func unreadableContent(_ row: (body: String, reason: String), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale(row.reason, requests: 1, [.ok(row.body, ["ETag": "\"broken\""])])
    #expect(check.polling.events.named("adapter.reject").map(\.reason?.description) == [row.reason])
    // During the wait there are no requests, and the reason stays.
    let again = try await check.run()
    #expect(again.reason?.description == row.reason)
    #expect(check.requests.isEmpty)
    check.polling.clock.advance(seconds: 3600)
    check.polling.server.on(Texts.venues, .page(Texts.venues(4), etag: "\"broken\""))
    #expect(try await check.run().outcome == .fresh)
    #expect(check.requests.map { $0.headers["if-none-match"] } == [isWarm ? FaultCheck.etag : nil])
  }

  /// A result that cannot be stored is not shown either.
  @Test(arguments: [true, false], ["store.full", "store.busy", "store.io"])
  func storeFailureIsReported(isWarm: Bool, _ reason: String) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.store.failCommits(of: check.penn, reason)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .ok(Texts.venues(4), ["ETag": "\"v2\""]))
    let run = try await check.runAll()
    let report = try check.report(of: run)
    #expect(report.outcome == (isWarm ? .stale : .absent))
    #expect(report.reason?.description == reason)
    #expect(run.storeErrors.map(\.reason.description) == [reason])
    #expect(run.feeds.first { $0.id == check.other }?.outcome == .fresh)
    #expect(try await check.kept() == before)
    #expect(try run.catalog.entries.count == (isWarm ? 4 : 1))
    check.polling.store.recover()
    #expect(try await check.run().outcome == .fresh)
    #expect(check.requests.map { $0.headers["if-none-match"] } == [isWarm ? FaultCheck.etag : nil])
    #expect(try await check.kept().requests["venues"]?.validators.etag == "\"v2\"")
  }

  /// If the stored state cannot be read, it must not be overwritten.
  @Test(arguments: [true, false])
  func unreadableStates(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    let before = try await check.kept()
    check.polling.store.failStates("store.busy")
    let run = try await check.runAll()
    #expect(run.feeds.map(\.outcome) == [.absent, .absent])
    #expect(run.feeds.allSatisfy { $0.reason == .storeBusy })
    #expect(run.storeErrors.count == 2)
    #expect(check.polling.server.requests.isEmpty)
    check.polling.store.recover()
    #expect(try await check.kept() == before)
  }

  /// Three 410s on two days end the requests until a user accepts the feed again.
  @Test(arguments: [true, false])
  func goneIsDisabled(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .status(410))
    for (wait, isDisabled) in [(0, false), (600, false), (7200, false), (86_400, true)] {
      check.polling.clock.advance(seconds: wait)
      let report = try await check.run { $0.refresh = true }
      #expect(report.outcome == (isDisabled ? .disabled : isWarm ? .stale : .absent))
      #expect(report.reason == .gone)
      #expect(check.requests.count == 1)
    }
    #expect(try await check.kept() == before)
    check.polling.clock.advance(seconds: 30 * 86_400)
    #expect(try await check.run { $0.refresh = true }.outcome == .disabled)
    #expect(check.requests.isEmpty)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(3)))
    let penn = check.penn
    #expect(try await check.run { $0.accepted = [penn] }.outcome.isDelivered)
    #expect(check.requests.count == 1)
    check.polling.clock.advance(seconds: 7200)
    #expect(try await check.run().outcome == .unchanged)
  }

  /// A few minutes around midnight are not two days.
  @Test(arguments: [true, false])
  func temporarilyGone(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.server.on(Texts.venues, .status(410))
    let midnight = try Instant.at("2026-11-22T00:00:00Z")
    check.polling.clock.advance(seconds: Int(midnight.secondsSinceEpoch - check.polling.clock.now().secondsSinceEpoch) - 900)
    for _ in 0..<4 {
      #expect(try await check.run { $0.refresh = true }.outcome == (isWarm ? .stale : .absent))
      check.polling.clock.advance(seconds: 600)
    }
    // Another reply in between restarts the count.
    check.polling.server.on(Texts.venues, .ok(Texts.venues(3)), .status(410))
    #expect(try await check.run { $0.refresh = true }.outcome.isDelivered)
    for _ in 0..<2 {
      check.polling.clock.advance(seconds: 7200)
      #expect(try await check.run().reason == .gone)
    }
    #expect(try await check.polling.state(of: check.penn)?.goneAt.count == 2)
  }

  /// An HTML page instead of data.
  @Test(
    arguments: [
      "<!doctype html><title>Log in</title>", "\u{FEFF}<html>", "  \n<HTML><body>Just a moment</body></HTML>", "<script>",
    ], [true, false])
  func pageInsteadOfData(_ page: String, isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale("type.unexpected", requests: 1, [.ok(page, ["ETag": "\"page\"", "Content-Type": "text/html"])])
    #expect(check.polling.events.named("fetch.type").count == 1)
  }

  /// A page is recognized by its content type or its body. Data is read whatever its content type.
  @Test(
    arguments: [
      ("Please log in to the network", "text/html", "text/plain"), ("\u{FEFF} \n0", "text/html; charset=utf-8", "text/plain"),
      ("Moved", "Application/XHTML+XML", "text/plain"), ("\"sorry\"", "text/html", "text/plain"),
      ("<!doctype html><title>Log in</title>", "application/json", "text/html"), ("<?xml version=\"1.0\"?><a/>", "text/xml", "text/xml"),
    ], [true, false])
  func pagesAndTypes(_ row: (body: String, type: String, sniffed: String), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale("type.unexpected", requests: 1, [.ok(row.body, ["ETag": "\"page\"", "Content-Type": row.type])])
    #expect(check.polling.events.named("fetch.type").map(\.fields) == [[LogField("sniffed", row.sniffed)]])
  }

  @Test(arguments: ["", " \n", "\u{FEFF}"]) func dataWithContentTypeHTML(_ before: String) async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .ok(before + Texts.venues(2), ["Content-Type": "text/html"]))
    #expect(try await check.run().outcome == .fresh)
  }

  @Test func textWithOtherContentType() async throws {
    let check = try await FaultCheck(isWarm: false)
    try await check.expectStale("json.syntax", requests: 1, [.ok("Please log in", ["Content-Type": "application/json"])])
  }

  /// Only the end of the connection marks the end of the body.
  @Test(arguments: [true, false])
  func truncatedReplyWithoutLength(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale(
      "body.truncated", requests: 3, [.ok(String(Texts.venues(3).dropLast(5)), ["Transfer-Encoding": "none"])])
  }

  /// Failures with a local cause are not stored: the next run may end differently.
  @Test(arguments: ["cancelled", "policy.address"], [true, false])
  func localRefusals(_ reason: String, isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    let before = try await check.polling.state(of: check.penn)
    try await check.expectStale(reason, requests: 1, [.fails(reason)])
    #expect(try await check.polling.state(of: check.penn) == before)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(4)))
    #expect(try await check.run().outcome == .fresh)
  }
}
