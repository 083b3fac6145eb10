import CampusCatalog
import FeedKit
import Fetching
import Testing

@testable import Aggregation

/// Redirects are followed by hand.
@Suite struct RedirectTests {
  private static let elsewhere = "https://other.example/venues"

  /// Targets of redirects, and which headers are sent there.
  @Test(
    arguments: [
      ("https://penn.example/v2", "https://penn.example/v2", true), ("/v2", "https://penn.example/v2", true),
      ("//other.example/venues", elsewhere, false), (elsewhere, elsewhere, false),
      ("https://penn.example:8443/v2", "https://penn.example:8443/v2", false),
    ], [301, 302, 303, 307, 308])
  func redirectIsFollowed(_ row: (location: String, url: String, hasSecret: Bool), _ status: Int) async throws {
    for isWarm in [true, false] {
      let check = try await FaultCheck(isWarm: isWarm)
      check.polling.server.on(Texts.venues, .status(status, ["Location": row.location]))
      check.polling.server.on(row.url, .ok(Texts.venues(4), ["ETag": "\"v2\""]))
      let report = try await check.run()
      #expect(report.outcome == .fresh)
      #expect(report.url == row.url)
      #expect(report.attempts == 1)
      let requests = check.polling.server.requests.filter { !$0.url.contains("gmu") }
      #expect(requests.map(\.url) == [Texts.venues, row.url])
      #expect(requests.map { $0.headers["x-api-key"] } == [Texts.secret, row.hasSecret ? Texts.secret : nil])
      #expect(requests.allSatisfy { $0.headers["user-agent"] == "aggregate" && $0.headers["accept"] == "application/json" })
      let crossings = check.polling.events.named("redirect.cross_origin")
      #expect(crossings.count == (row.hasSecret ? 0 : 1))
      // The next run starts at the registry's address again.
      check.polling.clock.advance(seconds: 3601)
      check.polling.server.on(row.url, .page(Texts.venues(4), etag: "\"v2\""))
      #expect(try await check.run().outcome == .unchanged)
      #expect(check.polling.server.requests.filter { !$0.url.contains("gmu") }.map(\.url) == [Texts.venues, row.url])
    }
  }

  /// A server that redirects away and back cannot choose the address that receives the secrets.
  @Test func secretsAreNotSentAfterReturning() async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .status(302, ["Location": Self.elsewhere]))
    check.polling.server.on(Self.elsewhere, .status(302, ["Location": "https://penn.example/echo"]))
    check.polling.server.on("https://penn.example/echo", .ok(Texts.venues(1)))
    #expect(try await check.run().outcome == .fresh)
    let sent = check.polling.server.requests.filter { !$0.url.contains("gmu") }.map { $0.headers["x-api-key"] }
    #expect(sent == [Texts.secret, nil, nil])
  }

  @Test(
    arguments: [
      (["Location": Texts.venues], "policy.redirects", 6), (["Location": "http://penn.example/venues"], "policy.downgrade", 1),
      (["Location": "file:///etc/passwd"], "policy.scheme", 1), (["Location": "ftp://penn.example/"], "policy.scheme", 1),
      (["Location": "gopher://penn.example/"], "policy.scheme", 1), (["Location": "data:application/json,[]"], "policy.scheme", 1),
      (["Location": "javascript:alert(1)"], "policy.scheme", 1), (["Location": ""], "http.redirect_invalid", 1),
      ([:], "http.redirect_invalid", 1), (["Location": "\\\\other.example\\x"], "http.redirect_invalid", 1),
      (["Location": "https://user:word@other.example/"], "http.redirect_invalid", 1),
      (["Location": "https://other.example/\r\nX: y"], "http.redirect_invalid", 1),
      (["Location": "https://other.example/" + String(repeating: "a", count: 65_536)], "http.redirect_invalid", 1),
    ], [true, false])
  func refusedRedirects(_ row: (headers: [String: String], reason: String, requests: Int), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.server.on(Texts.venues, .status(302, row.headers))
    let before = try await check.kept()
    let run = try await check.runAll()
    let report = try check.report(of: run)
    #expect(report.outcome == (isWarm ? .stale : .absent))
    #expect(report.reason?.description == row.reason)
    #expect(check.requests.count == row.requests)
    #expect(check.polling.server.requests.count == row.requests + 1)
    #expect(try await check.kept() == before)
    #expect(run.feeds.first { $0.id == check.other }?.outcome == .fresh)
  }

  /// Five are followed, six are not.
  @Test(arguments: [(5, "fresh"), (6, "absent")])
  func redirectLimit(_ length: Int, _ outcome: String) async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .status(302, ["Location": "/1"]))
    for hop in 1...6 { check.polling.server.on("https://penn.example/\(hop)", .status(302, ["Location": "/\(hop + 1)"])) }
    check.polling.server.on("https://penn.example/\(length)", .ok(Texts.venues(1)))
    #expect(try await check.run().outcome.rawValue == outcome)
  }

  /// Each hop is slow; the deadline applies to all of them together.
  @Test(arguments: [true, false])
  func slowHops(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.server.on(
      Texts.venues,
      Answer { request, clock in
        let pause = min(.seconds(29), request.remaining ?? .seconds(29))
        try? await clock.sleep(for: pause)
        guard pause == .seconds(29) else { return .failure(TransportFailure(.timeoutTotal, "too late")) }
        return await Answer.status(302, ["Location": Texts.venues]).give(request, clock)
      })
    let report = try await check.run()
    #expect(report.reason == .timeoutTotal)
    #expect(report.outcome == (isWarm ? .stale : .absent))
    #expect(check.requests.count == 3)
  }

  /// A move is reported after ten sightings in seven days, whether or not the content changed; a temporary redirect,
  /// or one with another target, restarts the count.
  @Test(arguments: [true, false])
  func permanentRedirectIsReported(changes: Bool) async throws {
    let check = try await FaultCheck(isWarm: false)
    let target = "https://other.example/venues?token=hidden"
    check.polling.server.on(Texts.venues, .status(301, ["Location": target]))
    check.polling.server.on(
      target,
      changes ? .changing { .ok(Texts.venues(3, name: "Name \($0)"), ["ETag": "\"\($0)\""]) } : .page(Texts.venues(3), etag: "\"1\""))
    var proposals: [Bool] = []
    for _ in 1...9 {
      let report = try await check.run()
      #expect(report.outcome.isDelivered)
      proposals.append(report.notes.contains { $0.code == .redirectPermanent })
      check.polling.clock.advance(seconds: 86_400)
    }
    #expect(!proposals.contains(true), "nine sightings in eight days")
    let report = try await check.run()
    let note = try #require(report.notes.first { $0.code == .redirectPermanent })
    #expect(note.detail.contains("https://other.example/venues?token=***"))
    #expect(!"\(check.polling.events.events)".contains("hidden"))
    #expect(check.polling.events.named("redirect.permanent").first?.fields.map(\.value) == [.number(10)])
    // The registry does not change, and one different reply resets it.
    check.polling.clock.advance(seconds: 86_400)
    check.polling.server.on(Texts.venues, .status(302, ["Location": target]), .status(301, ["Location": target]))
    for _ in 0..<2 {
      #expect(!(try await check.run().notes.contains { $0.code == .redirectPermanent }))
      check.polling.clock.advance(seconds: 86_400)
    }
  }

  /// Sightings of another target are counted anew.
  @Test func otherTargetIsAnotherMove() async throws {
    let check = try await FaultCheck(isWarm: false)
    func sight(_ target: String, times: Int) async throws -> [Bool] {
      check.polling.server.on(Texts.venues, .status(301, ["Location": target]))
      check.polling.server.on("https://penn.example\(target)", .page(Texts.venues(3), etag: "\"1\""))
      var proposals: [Bool] = []
      for _ in 0..<times {
        proposals.append(try await check.run().notes.contains { $0.code == .redirectPermanent })
        check.polling.clock.advance(seconds: 86_400)
      }
      return proposals
    }
    #expect(try await sight("/v2", times: 9) == Array(repeating: false, count: 9))
    #expect(try await sight("/v3", times: 10) == Array(repeating: false, count: 9) + [true])
  }

  /// Ten sightings are not enough within a week.
  @Test func permanentRedirectIsNotReportedTooSoon() async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .status(308, ["Location": "/v2"]))
    check.polling.server.on("https://penn.example/v2", .page(Texts.venues(3), etag: "\"1\""))
    for _ in 0..<40 {
      #expect(try await check.run().notes == [])
      check.polling.clock.advance(seconds: 3601)
    }
  }

  /// The target of the redirect is on a held host: the first request was sent, and is not repeated at once.
  @Test(arguments: [true, false])
  func heldRedirectTargetIsNotRequested(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    var host = HostState(origin: "https://other.example:443")
    host.failures = 5
    host.openings = 1
    host.notBefore = check.polling.clock.now().adding(seconds: 3000)
    try await check.polling.store.commit([HostUpdate(host)])
    try await check.expectStale("circuit.open", requests: 1, [.status(302, ["Location": Self.elsewhere])])
    #expect(check.polling.server.requests(to: Self.elsewhere).isEmpty)
    for _ in 0..<19 {
      check.polling.clock.advance(seconds: 3)
      #expect(try await check.run().reason == .circuitOpen)
      #expect(check.requests.isEmpty)
    }
    check.polling.server.on(Self.elsewhere, .ok(Texts.venues(4)))
    check.polling.clock.advance(seconds: 3000)
    #expect(try await check.run().outcome == .fresh)
  }
}
