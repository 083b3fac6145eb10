import Aggregation
import CampusCatalog
import FeedKit
import Testing

/// Feeds with several requests: optional ones, pages, and replies of which only some are new.
@Suite struct MultipleRequestTests {
  private func alerted() throws -> (Polling, FeedID) {
    let polling = try Polling(Texts.registry)
    polling.server.on(Texts.facilities, .page(Texts.facilities("Gym"), etag: "\"f1\""))
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"a1\""))
    return (polling, try Texts.feed("gmu/alerted"))
  }

  private func run(_ polling: Polling, _ feed: FeedID) async throws -> (FeedReport, Catalog) {
    polling.server.clear()
    polling.events.clear()
    let run = try await polling.run([feed])
    #expect(polling.events.endings(of: feed).count == 1)
    return (try #require(run.feeds.first), try run.catalog)
  }

  /// 200 and 304 mixed: the body of the unchanged reply comes from the store.
  @Test(arguments: ["facilities", "alerts", "both", "none"])
  func someRequestsAreModified(_ which: String) async throws {
    let (polling, feed) = try alerted()
    #expect(try await run(polling, feed).0.outcome == .fresh)
    if which == "facilities" || which == "both" {
      polling.server.on(Texts.facilities, .page(Texts.facilities("Gym", "Pool"), etag: "\"f2\""))
    }
    if which == "alerts" || which == "both" { polling.server.on(Texts.alerts, .page(Texts.alert(2, "Ice"), etag: "\"a2\"")) }
    polling.clock.advance(seconds: 901)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == (which == "none" ? .unchanged : .fresh))
    let places = which == "facilities" || which == "both" ? ["gmu/alerted/gym", "gmu/alerted/pool"] : ["gmu/alerted/gym"]
    #expect(catalog.ids == [which == "alerts" || which == "both" ? "gmu/alerted/alert-2" : "gmu/alerted/alert-1"] + places)
    #expect(polling.server.requests.map { $0.headers["if-none-match"] } == ["\"f1\"", "\"a1\""])
    polling.clock.advance(seconds: 901)
    #expect(try await run(polling, feed).0.outcome == .unchanged)
    #expect(polling.server.requests.map(\.isConditional) == [true, true])
  }

  /// An optional request that fails: its last accepted body is used, with a note that does not outlive the failure.
  @Test(arguments: [true, false], ["http.404", "dns.failed", "ratelimited", "type.unexpected"])
  func optionalRequestFails(changes: Bool, _ reason: String) async throws {
    let (polling, feed) = try alerted()
    #expect(try await run(polling, feed).0.outcome == .fresh)
    let before = try await polling.state(of: feed)
    let failure: Answer =
      switch reason {
      case "http.404": .status(404)
      case "ratelimited": .status(429)
      case "type.unexpected": .ok("<html>", ["ETag": "\"page\""])
      default: .fails(reason)
      }
    polling.server.on(Texts.alerts, failure)
    if changes { polling.server.on(Texts.facilities, .page(Texts.facilities("Gym", "Pool"), etag: "\"f2\"")) }
    polling.clock.advance(seconds: 901)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == (changes ? .fresh : .unchanged))
    #expect(catalog.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym"] + (changes ? ["gmu/alerted/pool"] : []))
    #expect(report.notes.map { "\($0.code) \($0.request ?? "-")" } == ["\(reason) alerts"])
    #expect(try await polling.state(of: feed)?.requests["alerts"] == before?.requests["alerts"])
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"a1\""))
    polling.clock.advance(seconds: 901)
    let (next, _) = try await run(polling, feed)
    #expect(next.outcome == .unchanged)
    #expect(next.notes == [])
    #expect(polling.server.requests.map { $0.headers["if-none-match"] } == [changes ? "\"f2\"" : "\"f1\"", "\"a1\""])
  }

  /// An unreadable optional reply changes nothing, in particular not the validators: its last accepted body is used.
  @Test(arguments: ["[{", "", #"{"detail":"error"}"#, "[] x"])
  func optionalReplyIsUnreadable(_ body: String) async throws {
    let (polling, feed) = try alerted()
    #expect(try await run(polling, feed).0.outcome == .fresh)
    let before = try await polling.state(of: feed)
    polling.server.on(Texts.alerts, .page(body, etag: "\"bad\""))
    polling.server.on(Texts.facilities, .page(Texts.facilities("Gym", "Pool"), etag: "\"f2\""))
    polling.clock.advance(seconds: 901)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(catalog.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym", "gmu/alerted/pool"])
    #expect(report.notes.map(\.request) == ["alerts"])
    #expect(catalog.generatedAt >= (try #require(polling.server.requests.last).time), "the unreadable reply is the newest one")
    #expect(polling.events.named("adapter.reject").count == 1)
    #expect(try await polling.state(of: feed)?.requests["alerts"] == before?.requests["alerts"])
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"a1\""))
    polling.clock.advance(seconds: 901)
    let (next, _) = try await run(polling, feed)
    #expect(next.outcome == .unchanged)
    #expect(next.notes == [], "the note belongs to that run only")
    #expect(polling.server.requests.map { $0.headers["if-none-match"] } == ["\"f2\"", "\"a1\""])
  }

  @Test func optionalReplyIsUnreadableOnFirstRun() async throws {
    let (polling, feed) = try alerted()
    polling.server.on(Texts.alerts, .page("[{", etag: "\"bad\""))
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(catalog.ids == ["gmu/alerted/gym"])
    #expect(try await polling.state(of: feed)?.requests.keys.sorted() == ["facilities"])
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"bad\""))
    polling.clock.advance(seconds: 901)
    #expect(try await run(polling, feed).1.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym"])
  }

  /// A stored reply from another address is not used instead.
  @Test(arguments: ["500", "[{"])
  func optionalRequestFailsAfterAddressChange(_ answer: String) async throws {
    var (polling, feed) = try alerted()
    #expect(try await run(polling, feed).1.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym"])
    let moved = #"{"feeds":[{"id":"gmu/alerted","addresses":{"alerts":"https://new.example/alerts"}}]}"#
    polling.registry = try polling.registry.adding(Array(moved.utf8), file: "moved.json")
    polling.server.on("https://new.example/alerts", Int(answer).map { .status($0) } ?? .ok(answer))
    polling.clock.advance(seconds: 901)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(catalog.ids == ["gmu/alerted/gym"])
  }

  /// A frozen mirror does not replace an optional reply.
  @Test(arguments: [false, true])
  func frozenMirrorOfOptionalRequestIsNotUsed(isWarm: Bool) async throws {
    let frozen = #"""
      {"feeds":[{"id":"gmu/alerted","addresses":{"alerts":["\#(Texts.alerts)",{"url":"https://mirror.example/alerts","frozen":true}]}}]}
      """#
    var (polling, feed) = try alerted()
    polling.registry = try polling.registry.adding(Array(frozen.utf8), file: "frozen.json")
    polling.server.on("https://mirror.example/alerts", .ok(Texts.alert(9, "Old")))
    if isWarm { #expect(try await run(polling, feed).0.outcome == .fresh) }
    polling.server.on(Texts.alerts, .status(404))
    polling.server.on(Texts.facilities, .page(Texts.facilities("Gym", "Pool"), etag: "\"f2\""))
    polling.clock.advance(seconds: 901)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(catalog.ids == (isWarm ? ["gmu/alerted/alert-1"] : []) + ["gmu/alerted/gym", "gmu/alerted/pool"])
    #expect(!polling.server.requests.contains { $0.url.contains("mirror") })
  }

  /// On a first run the feed is delivered without the optional reply, which is added later.
  @Test func optionalRequestFailsOnFirstRun() async throws {
    let (polling, feed) = try alerted()
    polling.server.on(Texts.alerts, .status(500))
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(catalog.ids == ["gmu/alerted/gym"])
    #expect(report.notes.map(\.code.description) == ["http.500"])
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"a1\""))
    polling.clock.advance(seconds: 901)
    let (next, more) = try await run(polling, feed)
    #expect(next.outcome == .fresh)
    #expect(next.notes == [])
    #expect(more.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym"])
    #expect(polling.server.requests.map { $0.headers["if-none-match"] } == ["\"f1\"", nil])
  }

  /// An empty optional reply is not an empty feed; a required request that fails fails the feed.
  @Test func requiredRequestFails() async throws {
    let (polling, feed) = try alerted()
    polling.server.on(Texts.alerts, .ok("[]"))
    #expect(try await run(polling, feed).0.outcome == .fresh)
    polling.clock.advance(seconds: 901)
    polling.server.on(Texts.facilities, .status(404))
    polling.server.on(Texts.alerts, .ok(Texts.alert(3, "Rain")))
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .stale)
    #expect(report.reason == .http(404))
    #expect(catalog.ids == ["gmu/alerted/gym"])
    #expect(polling.server.requests.count == 1)
  }

  // MARK: - Pages

  private func page(_ number: Int) -> String { number == 1 ? Texts.guides : "\(Texts.guides)?offset=\((number - 1) * 2)&limit=2" }

  private func paged() throws -> (Polling, FeedID) {
    let polling = try Polling(Texts.registry)
    polling.server.on(page(1), .page(Texts.guides(1...2), etag: "\"1\""))
    polling.server.on(page(2), .page(Texts.guides(3...4), etag: "\"2\""))
    polling.server.on(page(3), .page(Texts.guides(5...5), etag: "\"3\""))
    return (polling, try Texts.feed("everywhere/guides"))
  }

  private func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "everywhere/guides/\($0)" } }

  /// A 304 for the first page still leads to the others.
  @Test(arguments: [0, 1, 2, 3])
  func pages(changed: Int) async throws {
    let (polling, feed) = try paged()
    let (first, catalog) = try await run(polling, feed)
    #expect(first.outcome == .fresh)
    #expect(catalog.ids == ids(1...5))
    #expect(polling.server.requests.map(\.url) == [page(1), page(2), page(3)])
    if changed > 0 {
      let numbers = changed == 3 ? 5...5 : (changed * 2 - 1)...(changed * 2)
      polling.server.on(page(changed), .page(Texts.guides(numbers, name: "New"), etag: "\"new\""))
    }
    polling.clock.advance(seconds: 3601)
    let (report, next) = try await run(polling, feed)
    #expect(report.outcome == (changed == 0 ? .unchanged : .fresh))
    #expect(polling.server.requests.map(\.url) == [page(1), page(2), page(3)])
    #expect(polling.server.requests.map { $0.headers["if-none-match"] } == ["\"1\"", "\"2\"", "\"3\""])
    #expect(next.ids == ids(1...5))
    #expect(next.entries.count { $0.name?.hasPrefix("New") == true } == (changed == 0 ? 0 : changed == 3 ? 1 : 2))
  }

  /// A page that fails or cannot be read fails the poll: rows move from page to page, and an old page between new ones would lose some.
  @Test(arguments: ["410", "500", "429", "{\"data\":[", "", "[]", "{\"data\":{}}"])
  func furtherPageFails(_ answer: String) async throws {
    let (polling, feed) = try paged()
    #expect(try await run(polling, feed).0.outcome == .fresh)
    let before = try await polling.state(of: feed)
    polling.server.on(page(1), .page(Texts.guides(8...9), etag: "\"moved\""))
    polling.server.on(page(2), Int(answer).map { .status($0) } ?? .page(answer, etag: "\"bad\""))
    polling.clock.advance(seconds: 3601)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .stale)
    #expect(catalog.ids == ids(1...5))
    let after = try await polling.state(of: feed)
    #expect(after?.requests == before?.requests && after?.lastGood == before?.lastGood)
  }

  /// A 404 for a further page ends the list.
  @Test func furtherPageIs404() async throws {
    let (polling, feed) = try paged()
    #expect(try await run(polling, feed).0.outcome == .fresh)
    polling.server.on(page(2), .status(404))
    polling.clock.advance(seconds: 3601)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(report.notes.map { "\($0.code) \($0.request ?? "-")" } == ["http.404 guides.2"])
    #expect(catalog.ids == ids(1...2))
    #expect(try await polling.state(of: feed)?.requests.keys.sorted() == ["guides"])
    // The page comes back while the first page does not change.
    polling.server.on(page(2), .page(Texts.guides(3...4), etag: "\"2\""))
    polling.clock.advance(seconds: 3601)
    #expect(try await run(polling, feed).1.ids == ids(1...5))
  }

  /// On a first run, a feed with a missing page is absent, but a 404 ends the list.
  @Test(arguments: [("500", "http.500"), ("{\"data\":[", "json.syntax"), ("404", nil)])
  func furtherPageFailsOnFirstRun(_ answer: String, _ reason: String?) async throws {
    let (polling, feed) = try paged()
    polling.server.on(page(2), Int(answer).map { .status($0) } ?? .page(answer, etag: "\"bad\""))
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == (reason == nil ? .fresh : .absent))
    #expect(report.reason?.description == reason)
    #expect(catalog.ids == (reason == nil ? ids(1...2) : []))
    polling.server.on(page(2), .page(Texts.guides(3...4), etag: "\"2\""))
    polling.clock.advance(seconds: 86_400)
    #expect(try await run(polling, feed).1.ids == ids(1...5))
  }

  /// The list becomes one page shorter: the stored page is removed.
  @Test func listBecomesOnePageShorter() async throws {
    let (polling, feed) = try paged()
    #expect(try await run(polling, feed).0.outcome == .fresh)
    polling.server.on(page(2), .page(Texts.guides(3...3), etag: "\"short\""))
    polling.clock.advance(seconds: 3601)
    let (report, catalog) = try await run(polling, feed)
    #expect(report.outcome == .fresh)
    #expect(catalog.ids == ids(1...3))
    #expect(polling.server.requests.map(\.url) == [page(1), page(2)])
    #expect(try await polling.state(of: feed)?.requests.keys.sorted() == ["guides", "guides.2"])
    polling.clock.advance(seconds: 3601)
    #expect(try await run(polling, feed).0.outcome == .unchanged)
    #expect(polling.server.requests.count == 2)
  }
}
