import Aggregation
import CampusCatalog
import FeedKit
import Testing

/// Outcomes of feeds that are not requested, come from a mirror, or are incomplete.
@Suite struct OutcomeTests {
  @Test func notDue() async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.clock.advance(seconds: -3601)
    let before = try await check.kept()
    let report = try await check.run()
    #expect(report.outcome == .unchanged)
    #expect(report.reason == .notDue)
    #expect(report.entries == 3)
    #expect(report.checkedAt == before.lastGood?.checkedAt)
    #expect(report.notes == [])
    #expect(check.requests.isEmpty)
    #expect(try await check.kept() == before)
    check.polling.server.on(Texts.venues, .status(304))
    #expect(try await check.run { $0.refresh = true }.reason == nil)
    #expect(check.requests.count == 1)
  }

  /// A last good result that was not checked for two weeks is stale, even if the server declared it fresh for longer.
  @Test(arguments: [(13, "unchanged"), (15, "stale")])
  func staleWhenNotDueForLong(_ days: Int, _ outcome: String) async throws {
    var check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.changing("penn/dining", by: #"{"cadence":"P30D"}"#)
    check.polling.server.on(Texts.venues, .ok(FaultCheck.goodBody))
    #expect(try await check.run().outcome == .fresh)
    check.polling.clock.advance(seconds: days * 86_400)
    let report = try await check.run()
    #expect(report.outcome.rawValue == outcome)
    #expect(report.reason == .notDue)
    #expect(check.requests.isEmpty)
  }

  @Test(arguments: [(0, "unchanged"), (13, "unchanged"), (15, "stale")])
  func offline(_ days: Int, _ outcome: String) async throws {
    let check = try await FaultCheck(isWarm: true)
    let before = try await check.kept()
    check.polling.clock.advance(seconds: days * 86_400)
    let commits = check.polling.store.commits
    let report = try await check.run { $0.offline = true }
    #expect(report.outcome.rawValue == outcome)
    #expect(report.reason == .offline)
    #expect(report.entries == 3)
    #expect(check.polling.server.requests.isEmpty)
    #expect(check.polling.store.commits == commits)
    #expect(try await check.kept() == before)
  }

  @Test func offlineWithoutStoredResult() async throws {
    let check = try await FaultCheck(isWarm: false)
    let report = try await check.run {
      $0.offline = true
      $0.refresh = true
    }
    #expect(report.outcome == .absent)
    #expect(report.reason == .offline)
    #expect(check.polling.server.requests.isEmpty)
  }

  @Test func disabledFeed() async throws {
    var check = try await FaultCheck(isWarm: true)
    check.polling.registry = try check.polling.registry.changing("penn/dining", by: #"{"enabled":false}"#)
    let report = try await check.run { $0.refresh = true }
    #expect(report.outcome == .disabled)
    #expect(report.reason == .configDisabled)
    #expect(check.requests.isEmpty)
  }

  @Test(arguments: [true, false])
  func feedWithoutAddress(isWarm: Bool) async throws {
    var check = try await FaultCheck(isWarm: isWarm)
    check.polling.registry = try check.polling.registry.changing("penn/dining", by: #"{"addresses":{"venues":[]}}"#)
    let report = try await check.run()
    #expect(report.outcome == (isWarm ? .stale : .absent))
    #expect(report.reason == .configAddress)
  }

  // MARK: - Mirrors

  private static let mirror = "https://mirror.example/venues"
  private static let frozen = "https://frozen.example/venues"
  private static let mirrors = #"""
    {"addresses":{"venues":["https://penn.example/venues","https://mirror.example/venues",
    {"url":"https://frozen.example/venues","frozen":true}]}}
    """#

  @Test(arguments: [true, false], ["dns.failed", "http.404", "ratelimited", "type.unexpected"])
  func mirrorIsUsed(isWarm: Bool, _ reason: String) async throws {
    var check = try await FaultCheck(isWarm: isWarm)
    check.polling.registry = try check.polling.registry.changing("penn/dining", by: Self.mirrors)
    let failure: Answer =
      switch reason {
      case "http.404": .status(404)
      case "ratelimited": .status(429, ["Retry-After": "7200"])
      case "type.unexpected": .ok("<html>")
      default: .fails(reason)
      }
    check.polling.server.on(Texts.venues, failure)
    check.polling.server.on(Self.mirror, .page(Texts.venues(4), etag: "\"mirror\""))
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.url == Self.mirror)
    #expect(report.entries == 4)
    #expect(report.notes.map(\.code.description) == ["mirror.used"])
    #expect(report.notes.first?.detail.contains(reason) == true)
    #expect(report.attempts == (reason == "dns.failed" ? 3 : 2))
    // Penn's key is sent to the addresses of the registry, including mirrors.
    #expect(check.polling.server.requests(to: Self.mirror).map { $0.headers["x-api-key"] } == [Texts.secret])
    check.polling.clock.advance(seconds: 3601)
    let again = try await check.run()
    #expect(again.outcome == .unchanged)
    #expect(again.notes.map(\.code.description) == ["mirror.used"])
    #expect(check.polling.server.requests(to: Self.mirror).map { $0.headers["if-none-match"] } == ["\"mirror\""])
    #expect(check.requests.allSatisfy { !$0.isConditional })
    #expect(check.requests.isEmpty == (reason == "ratelimited"))
    // Back at the primary, which never sent these validators.
    check.polling.clock.advance(seconds: 7201)
    check.polling.server.on(Texts.venues, .page(Texts.venues(4), etag: "\"primary\""))
    let back = try await check.run()
    #expect(back.outcome == .unchanged)
    #expect(back.notes == [])
    #expect(check.requests.map(\.isConditional) == [false])
    #expect(check.polling.server.requests(to: Self.mirror).isEmpty)
  }

  @Test(arguments: [true, false])
  func frozenMirrorIsLastResort(isWarm: Bool) async throws {
    var check = try await FaultCheck(isWarm: isWarm)
    check.polling.registry = try check.polling.registry.changing("penn/dining", by: Self.mirrors)
    check.polling.server.on(Texts.venues, .fails("tls.expired"))
    check.polling.server.on(Self.mirror, .status(404))
    check.polling.server.on(Self.frozen, .ok(Texts.venues(40), ["ETag": "\"frozen\""]))
    let before = try await check.kept()
    let run = try await check.runAll()
    let report = try check.report(of: run)
    #expect(report.outcome == .stale)
    #expect(report.reason == .tlsExpired)
    #expect(report.entries == (isWarm ? 3 : 40))
    #expect(report.notes.contains { $0.code == .mirrorFrozen } == !isWarm)
    #expect(check.polling.server.requests(to: Self.frozen).count == (isWarm ? 0 : 1))
    #expect(report.attempts == (isWarm ? 2 : 3))
    #expect(try run.catalog.ids.count { $0.hasPrefix("penn/") } == report.entries)
    let after = try await check.kept()
    #expect(after.lastGood == before.lastGood)
    #expect(after.lines == before.lines)
    guard !isWarm else { return }
    // It is requested again without conditions, and is not a baseline for the guards.
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .stale)
    #expect(check.polling.server.requests(to: Self.frozen).map(\.isConditional) == [false])
    check.polling.clock.advance(seconds: 3601)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(2)))
    let good = try await check.run()
    #expect(good.outcome == .fresh)
    #expect(good.entries == 2)
  }

  @Test func unreadableFrozenMirror() async throws {
    var check = try await FaultCheck(isWarm: false)
    check.polling.registry = try check.polling.registry.changing("penn/dining", by: Self.mirrors)
    check.polling.server.on(Texts.venues, .fails("tls.expired"))
    check.polling.server.on(Self.mirror, .status(404))
    check.polling.server.on(Self.frozen, .ok("{\"error\":\"gone\"}"))
    let report = try await check.run()
    #expect(report.outcome == .absent)
    #expect(report.entries == 0)
  }

  // MARK: - The store

  /// Contents that are missing from the store are read again.
  @Test(arguments: ["entries", "bodies"])
  func missingContentIsReadAgain(_ what: String) async throws {
    let polling = try Polling(Texts.registry)
    let feed = try Texts.feed("gmu/alerted")
    polling.server.on(Texts.facilities, .page(Texts.facilities("Gym"), etag: "\"f\""))
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"a\""))
    #expect(try await polling.run([feed]).feeds.map(\.outcome) == [.fresh])
    if what == "entries" {
      polling.store.loseEntries()
    } else {
      polling.store.loseBodies()
      polling.server.on(Texts.alerts, .page(Texts.alert(2, "Ice"), etag: "\"b\""))
    }
    polling.clock.advance(seconds: 901)
    #expect(try await polling.run([feed]).feeds.map(\.reason?.description) == ["store.corrupt"])
    polling.store.recover()
    polling.clock.advance(seconds: 901)
    polling.server.clear()
    let run = try await polling.run([feed])
    #expect(run.feeds.map(\.outcome.isDelivered) == [true])
    #expect(polling.server.requests.map(\.isConditional) == [false, false])
    #expect(try run.catalog.entries.count == 2)
  }
}
