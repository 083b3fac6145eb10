import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Testing

/// A replayed recording gives the same entries as the run.
@Suite struct RecordingTests {
  /// A recorded status means the same as a live one. (Live redirects are followed.)
  @Test(arguments: [200, 203, 204, 205, 206, 299, 300, 304, 400, 401, 403, 404, 408, 410, 429, 451, 500, 502, 503, 504, 520, 599])
  func recordedStatus(_ status: Int) async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .status(status, [:], FaultCheck.goodBody))
    let live = try await check.run()
    let recording = Recording { path in
      switch path {
      case "penn/dining/venues.json": Array(FaultCheck.goodBody.utf8)
      case "penn/dining/venues.meta.json": Array(#"{"status":\#(status)}"#.utf8)
      default: nil
      }
    }
    let plan = try Plan(RunSelection(feeds: [try Texts.feed("penn/dining")]), in: Registry())
    let now = check.polling.clock.now()
    let replayed = try #require(await Aggregator(transport: recording, delivered: .replayed).read(plan, now: now).feeds.first)
    #expect(replayed.reason == live.reason)
    #expect(replayed.entries == live.entries)
  }

  /// First run; all unchanged; some unchanged; an optional request fails and its last body is used.
  @Test(arguments: ["first", "not modified", "mixed", "optional fails"])
  func recordedAndReplayed(_ what: String) async throws {
    let files = Guarded<[String: [UInt8]]>([:])
    var polling = try Polling(Texts.registry)
    polling.registry = try polling.registry.resolvingSecrets(of: ["penn/dining"]) { _ in Texts.secret }
    let record: @Sendable (Feed, FeedReply) -> Void = { feed, reply in
      for file in Recording.files(of: reply, to: feed) { files.withLock { $0[file.path] = file.bytes } }
    }
    polling.server.on(Texts.venues, .page(Texts.venues(5), etag: "\"p\"", ["X-Odd": "\u{E9}\"\\"]))
    polling.server.on(Texts.facilities, .page(Texts.facilities("Gym", "Pool"), etag: "\"f\""))
    polling.server.on(Texts.alerts, .page(Texts.alert(1, "Snow"), etag: "\"a\""))
    polling.server.on(Texts.quotes, .page(#"[{"q":"Know thyself","a":"Thales"}]"#, etag: "\"q\""))
    polling.server.on(Texts.guides, .page(Texts.guides(1...2), etag: "\"1\""))
    polling.server.on("\(Texts.guides)?offset=2&limit=2", .page(Texts.guides(3...3), etag: "\"2\""))
    let feeds = try ["penn/dining", "gmu/alerted", "everywhere/guides", "everywhere/quotes"].map(Texts.feed)
    if what == "first" { polling.record = record }
    var run = try await polling.run(feeds)
    if what != "first" {
      polling.clock.advance(seconds: 7200)
      polling.record = record
      if what == "mixed" { polling.server.on("\(Texts.guides)?offset=2&limit=2", .ok(Texts.guides(3...3, name: "New"))) }
      if what == "mixed" { polling.server.on(Texts.facilities, .ok(Texts.facilities("Gym", "Bar"))) }
      if what == "optional fails" {
        polling.server.on(Texts.alerts, .fails("tls.name"))
        polling.server.on(Texts.facilities, .ok(Texts.facilities("Gym", "Bar")))
      }
      run = try await polling.run(feeds)
    }
    let live = try run.catalog
    #expect(live.feeds.map(\.outcome.isDelivered) == [true, true, true, true])
    let recorded = files.withLock { $0 }
    #expect(
      Set(recorded.keys.filter { !$0.hasSuffix(".meta.json") }) == [
        "penn/dining/venues.json", "gmu/alerted/facilities.json", "gmu/alerted/alerts.json", "everywhere/guides/guides.json",
        "everywhere/guides/guides.2.json", "everywhere/quotes/quotes.json",
      ])
    #expect(!recorded.values.contains { String(decoding: $0, as: UTF8.self).contains(Texts.secret) })
    let replay = try await Aggregator(transport: Recording { recorded[$0] }, delivered: .replayed)
      .read(try Plan(RunSelection(feeds: feeds), in: polling.registry), at: live.generatedAt, now: live.generatedAt).catalog
    // The outcomes in the reports differ; everything else is identical.
    func bytes(_ catalog: Catalog) -> [UInt8] {
      CatalogWriter.bytes(
        of: Catalog(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: [], entries: catalog.entries))
    }
    #expect(live.entries.count == 12)
    #expect(bytes(replay) == bytes(live))
    for (one, other) in zip(live.feeds, replay.feeds) {
      #expect(one.id == other.id)
      #expect(other.outcome == .replayed)
      #expect(one.sha256 == other.sha256)
      #expect(one.bytes == other.bytes)
      #expect(one.entries == other.entries)
      #expect(one.url == other.url)
      #expect(one.fetchedAt == other.fetchedAt)
    }
  }

  /// A reply that a run refused is not delivered by its replay either.
  @Test(arguments: ["held", "empty", "broken", "store fails"])
  func unusedRepliesAreNotRecorded(_ what: String) async throws {
    let recorded = Guarded<[String]>([])
    var polling = try Polling(Texts.registry)
    let penn = try Texts.feed("penn/dining")
    polling.server.on(Texts.venues, .page(Texts.venues(30), etag: "\"p\""))
    #expect(try await polling.run([penn]).feeds.map(\.outcome) == [.fresh])
    polling.clock.advance(seconds: 7200)
    polling.record = { _, reply in recorded.withLock { $0.append(reply.request.fileName) } }
    if what == "store fails" { polling.store.failCommits(of: penn, "store.full") }
    polling.server.on(Texts.venues, .ok(what == "empty" ? "[]" : what == "broken" ? "{" : Texts.venues(what == "held" ? 3 : 29)))
    #expect(try await polling.run([penn]).feeds.map(\.outcome) == [.stale])
    #expect(recorded.withLock { $0 } == [])
    guard what == "held" else { return }
    // Once accepted, it is recorded.
    #expect(try await polling.run([penn]) { $0.accepted = [penn] }.feeds.map(\.outcome) == [.fresh])
    #expect(recorded.withLock { $0 } == ["venues.json"])
  }
}
