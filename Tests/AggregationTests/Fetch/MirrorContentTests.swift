import Aggregation
import CampusCatalog
import FeedKit
import Testing

/// Mirrors, where the primary answers with content that cannot be used.
@Suite struct MirrorContentTests {
  private static let mirror = "https://mirror.example/venues"
  private static let second = "https://second.example/venues"
  private static let frozen = "https://frozen.example/venues"

  private func check(isWarm: Bool) async throws -> FaultCheck {
    var check = try await FaultCheck(isWarm: isWarm)
    check.polling.registry = try check.polling.registry.changing(
      "penn/dining",
      by: #"""
        {"addresses":{"venues":["https://penn.example/venues","https://mirror.example/venues","https://second.example/venues",
        {"url":"https://frozen.example/venues","frozen":true}]}}
        """#)
    check.polling.server.on(Self.mirror, .page(Texts.venues(4), etag: "\"mirror\""))
    check.polling.server.on(Self.second, .page(Texts.venues(5), etag: "\"second\""))
    check.polling.server.on(Self.frozen, .ok(Texts.venues(40)))
    return check
  }

  private static let drifted = "[\((1...9).map { #"{"id":"x\#($0)","name":[]}"# }.joined(separator: ","))]"

  @Test(arguments: ["[{\"id\":1,", "[{\"id\":1,\"id\":2}]", "{\"error\":\"maintenance\"}", drifted], [true, false])
  func mirrorReplacesUnusableContent(_ body: String, isWarm: Bool) async throws {
    let check = try await check(isWarm: isWarm)
    check.polling.server.on(Texts.venues, .ok(body, ["ETag": "\"bad\""]))
    let report = try await check.run()
    #expect(report.outcome == .fresh, "\(report)")
    #expect(report.entries == 4)
    #expect(report.url == Self.mirror)
    #expect(report.attempts == 2)
    #expect(report.reason == nil)
    #expect(report.notes.map(\.code.description) == ["mirror.used"])
    #expect(check.polling.events.named("adapter.reject").count == 1)
    #expect(check.polling.server.requests(to: Self.second).isEmpty)
    // Its validators are not stored: the primary is read again, and the mirror gets its own.
    check.polling.clock.advance(seconds: 3601)
    let again = try await check.run()
    #expect(again.outcome == .unchanged)
    #expect(check.requests.map(\.isConditional) == [false])
    #expect(check.polling.server.requests(to: Self.mirror).map { $0.headers["if-none-match"] } == ["\"mirror\""])
  }

  /// One mirror after another.
  @Test(arguments: ["[{", "", "404"])
  func secondMirrorReplacesUnusableContent(_ what: String) async throws {
    let check = try await check(isWarm: true)
    check.polling.server.on(Texts.venues, .ok("[{\"id\":1,"))
    check.polling.server.on(Self.mirror, what == "404" ? .status(404) : .ok(what))
    let report = try await check.run()
    if what.isEmpty {
      // With a last good result, an empty reply is held back.
      #expect(report.reason == .guardEmpty)
    } else {
      #expect(report.outcome == .fresh)
      #expect(report.entries == 5)
      #expect(report.attempts == 3)
      #expect(report.notes.map(\.code.description) == ["mirror.used"])
      #expect(report.notes.first?.detail.contains("json.") == true)
    }
  }

  /// If no mirror is better, the primary's content is the reason.
  @Test(arguments: [true, false])
  func allMirrorsUnusable(isWarm: Bool) async throws {
    let check = try await check(isWarm: isWarm)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .ok("[{\"id\":1,"))
    check.polling.server.on(Self.mirror, .ok("{\"error\":\"maintenance\"}"))
    check.polling.server.on(Self.second, .status(404))
    check.polling.server.on(Self.frozen, .status(404))
    let report = try await check.run()
    #expect(report.outcome == (isWarm ? .stale : .absent))
    #expect(report.reason?.description == "json.syntax")
    #expect(report.attempts == (isWarm ? 3 : 4))
    let after = try await check.kept()
    #expect(after.lastGood == before.lastGood && after.lines == before.lines)
  }

  /// An empty reply on a first run.
  @Test(arguments: ["[]", "{}", ""], [true, false])
  func emptyReplyUsesMirrorOnFirstRun(_ body: String, isWarm: Bool) async throws {
    let check = try await check(isWarm: isWarm)
    check.polling.server.on(Texts.venues, .ok(body))
    let report = try await check.run()
    #expect(report.reason == (isWarm ? .guardEmpty : nil))
    #expect(report.entries == (isWarm ? 3 : 4))
    #expect(check.polling.server.requests(to: Self.mirror).count == (isWarm ? 0 : 1))
  }

  /// All are empty: three sightings are needed, as usual.
  @Test func emptyOnAllMirrors() async throws {
    let check = try await check(isWarm: false)
    for url in [Texts.venues, Self.mirror, Self.second, Self.frozen] { check.polling.server.on(url, .ok("[]")) }
    for count in 1...3 {
      let report = try await check.run()
      #expect(report.outcome == (count == 3 ? .fresh : .absent), "\(count)")
      #expect(report.reason == (count == 3 ? nil : .guardEmpty))
      check.polling.clock.advance(seconds: 3601)
    }
  }

  /// A frozen mirror is the last resort.
  @Test(arguments: [true, false])
  func frozenMirrorReplacesUnusableContent(isWarm: Bool) async throws {
    let check = try await check(isWarm: isWarm)
    let before = try await check.kept()
    for url in [Texts.venues, Self.mirror, Self.second] { check.polling.server.on(url, .ok("[{\"id\":1,")) }
    let report = try await check.run()
    #expect(report.outcome == .stale)
    #expect(report.reason?.description == "json.syntax")
    #expect(report.entries == (isWarm ? 3 : 40))
    #expect(report.notes.contains { $0.code == .mirrorFrozen } == !isWarm)
    #expect(check.polling.server.requests(to: Self.frozen).count == (isWarm ? 0 : 1))
    let after = try await check.kept()
    #expect(after.lastGood == before.lastGood && after.lines == before.lines)
  }

  /// Only the request with bad content goes to the mirror, even if it is optional.
  @Test(arguments: ["facilities", "alerts"])
  func oneOfTwoRequestsUsesMirror(_ name: String) async throws {
    let polling = try Polling(
      #"""
      {"feeds":[{"id":"gmu/alerted","adapter":"whats-open","cadence":"PT15M","addresses":{
        "facilities":["https://gmu.example/facilities","https://mirror.example/facilities"],
        "alerts":["https://gmu.example/alerts","https://mirror.example/alerts"]}}]}
      """#)
    let feed = try Texts.feed("gmu/alerted")
    let bad = Answer.ok("[{\"id\":")
    polling.server.on(Texts.facilities, name == "facilities" ? bad : .ok(Texts.facilities("Gym")))
    polling.server.on(Texts.alerts, name == "alerts" ? bad : .ok(Texts.alert(1, "Snow")))
    polling.server.on("https://mirror.example/facilities", .ok(Texts.facilities("Gym")))
    polling.server.on("https://mirror.example/alerts", .ok(Texts.alert(1, "Snow")))
    let run = try await polling.run([feed])
    #expect(run.feeds.map(\.outcome) == [.fresh])
    #expect(run.feeds.flatMap(\.notes).map(\.code.description) == ["mirror.used"])
    #expect(try run.catalog.entries.count == 2)
    #expect(polling.server.requests.map(\.url) == [Texts.facilities, Texts.alerts, "https://mirror.example/\(name)"])
  }

  /// Further pages come from the mirror that served the first page.
  @Test func pagesFollowMirrorOfFirstPage() async throws {
    let polling = try Polling(
      #"""
      {"feeds":[{"id":"everywhere/guides","adapter":"guide","cadence":"PT1H",
        "addresses":{"guides":["https://guides.example/guides","https://mirror.example/guides"]}}]}
      """#)
    polling.server.on(Texts.guides, .ok("{\"data\":[{"))
    polling.server.on("https://mirror.example/guides", .ok(Texts.guides(1...3)))
    for host in ["guides", "mirror"] { polling.server.on("https://\(host).example/guides?offset=3&limit=3", .status(404)) }
    let run = try await polling.run([Texts.feed("everywhere/guides")])
    #expect(run.feeds.map(\.outcome) == [.fresh], "\(run.feeds)")
    #expect(run.feeds.map(\.entries) == [3])
  }
}
