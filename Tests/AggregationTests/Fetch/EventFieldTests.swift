import CampusCatalog
import FeedKit
@testable import Fetching
import OpeningHours
@testable import Aggregation
import Testing

/// The fields of events.
@Suite struct EventFieldTests {
  /// The events of Penn's feed that are not final, as "level event name value, …".
  private func events(_ answers: [Answer], isWarm: Bool = false, _ names: Set<String>) async throws -> [FetchEvent] {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.server.on(Texts.venues, answers)
    _ = try await check.run()
    return check.polling.events.events.filter { $0.feed == check.penn && names.contains($0.event) }
  }

  private func texts(_ event: FetchEvent) -> String {
    ([event.event] + event.fields.map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }

  // MARK: - No response

  /// Fields of the client's failures are passed on unchanged.
  @Test(
    arguments: [
      ("tls.expired", [LogField("why", "expired")], "fetch.tls, why expired"),
      ("body.truncated", [LogField("got", 4), LogField("want", 10)], "fetch.truncated, got 4, want 10"),
      ("body.too_large", [LogField("decoded", 2_097_152), LogField("ratio", 512)], "limit.body, decoded 2097152, ratio 512"),
      ("http.framing", [LogField("which", "status_line")], "fetch.framing, which status_line"),
      ("policy.address", [LogField("addr", "127.0.0.1")], "policy.block, addr 127.0.0.1"), ("timeout.idle", [], "fetch.timeout"),
    ])
  func clientFailureFields(_ row: (reason: String, fields: [LogField], expected: String)) async throws {
    let name = FetchEvent.name(of: ReasonCode(row.reason)).1
    let events = try await events(
      [.fails(TransportFailure(ReasonCode(row.reason), "as the test wants it", wireBytes: 4, fields: row.fields))], [name])
    #expect(Set(events.map(texts)) == [row.expected])
    for (index, event) in events.enumerated() {
      #expect(event.url == Texts.venues)
      #expect(event.attempt == index + 1)
      #expect(event.bytes == 4)
      #expect(event.milliseconds != nil)
      #expect(event.reason?.description == row.reason)
    }
  }

  /// A redirect to a forbidden address.
  @Test func forbiddenRedirectTarget() async throws {
    let events = try await events([.status(302, ["Location": "ftp://penn.example/"])], ["policy.block"])
    #expect(events.map(\.reason?.description) == ["policy.scheme"])
    #expect(events.map(\.status) == [302])
  }

  @Test func forbiddenFirstAddress() async throws {
    let check = try await FaultCheck(isWarm: false)
    let feed = try #require(check.polling.registry.feed(check.penn))
    let request = FeedRequest("venues", addresses: [FeedAddress("gopher://penn.example/?key=hush")])
    let transport = PoliteTransport(
      client: check.polling.server, settings: FetchSettings(), clock: check.polling.clock, hosts: [], random: { 0 },
      log: { [events = check.polling.events] in events.take($0) })
    _ = await transport.answer(to: request, of: feed, knowing: nil)
    let event = try #require(check.polling.events.named("policy.block").first)
    #expect(event.reason == .policyScheme)
    #expect(event.url == "gopher://penn.example/?key=***")
  }

  @Test func retries() async throws {
    let events = try await events([.fails("connect.reset"), .fails("connect.reset"), .ok(Texts.venues(1))], ["retry"])
    #expect(events.map { $0.fields.first } == [LogField("n", 1), LogField("n", 2)])
    #expect(events.allSatisfy { $0.fields.map(\.name) == ["n", "delayMs"] && $0.url == Texts.venues })
  }

  // MARK: - A response

  @Test(
    arguments: [
      (Answer.status(404, [:], "nothing here"), "fetch.status", 404, 12), (.ok("<html>"), "fetch.type, sniffed text/html", 200, 6),
      (.ok("[1,2", ["Transfer-Encoding": "none"]), "fetch.truncated, got 4", 200, 4), (.status(401), "fetch.auth", 401, 0),
      (.status(410), "feed.gone", 410, 0), (.status(503), "fetch.ratelimited", 503, 0),
    ])
  func responseFields(_ row: (answer: Answer, expected: String, status: Int, bytes: Int)) async throws {
    let name = String(row.expected.prefix { $0 != "," })
    let event = try #require(try await events([row.answer.after(.milliseconds(70))], [name]).first)
    #expect(texts(event) == row.expected)
    #expect(event.url == Texts.venues)
    #expect(event.attempt == 1)
    #expect(event.status == row.status)
    #expect(event.bytes == row.bytes)
    #expect(event.milliseconds == 70)
  }

  /// A server that says how long to wait, one that does not, and one that only fails.
  @Test(
    arguments: [
      (Answer.status(429, ["Retry-After": "120"]), Int?(120), true), (.status(503, ["Retry-After": "120"]), 120, true),
      (.status(429), 60, true), (.status(503), nil, false), (.status(503, ["Retry-After": "junk"]), nil, false),
    ])
  func rateLimits(_ row: (answer: Answer, seconds: Int?, isHeld: Bool)) async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, row.answer)
    let now = check.polling.clock.now()
    _ = try await check.run()
    let event = try #require(check.polling.events.named("fetch.ratelimited").first)
    let until = row.seconds.map { [LogField("until", now.adding(seconds: $0).description)] } ?? []
    #expect(event.fields == until)
    #expect(check.polling.events.named("host.hold").map(\.fields) == (row.isHeld ? [until] : []))
  }

  @Test func rateLimitInBody() async throws {
    let polling = try Polling(Texts.registry)
    polling.server.on(Texts.quotes, .ok(#"[{"q":"Too many requests. Obtain an auth key.","a":"zenquotes.io"}]"#))
    let now = polling.clock.now()
    try await polling.run([Texts.feed("everywhere/quotes")])
    let event = try #require(polling.events.named("fetch.ratelimited").first)
    #expect(event.fields.last == LogField("until", now.adding(seconds: 30).description))
    #expect(event.status == 200)
  }

  @Test(
    arguments: [
      (String(repeating: "x", count: 1025), "long"), ("\"a\u{1}b\"", "control"), ("\"\(Texts.secret)\"", "secret"), ("\"good\"", nil),
      ("", nil),
    ], ["ETag", "Last-Modified"])
  func unusableValidators(_ row: (value: String, why: String?), _ header: String) async throws {
    let events = try await events([.ok(Texts.venues(1), [header: row.value])], ["validators.ignored"])
    #expect(events.map(texts) == (row.why.map { ["validators.ignored, which \(header.lowercased()), why \($0)"] } ?? []))
    #expect(events.allSatisfy { $0.level == .warn && $0.status == 200 })
  }

  /// Failures that only people can fix are logged once a day.
  @Test(arguments: [401, 403]) func refusals(_ status: Int) async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(Texts.venues, .status(status))
    let midnight = try Instant.at("2026-11-22T00:00:00Z")
    check.polling.clock.advance(seconds: midnight.seconds(since: check.polling.clock.now()) - 7200)
    var counts: [Int] = []
    for _ in 0..<4 {
      _ = try await check.run { $0.refresh = true }
      #expect(check.requests.count == 1)
      counts.append(check.polling.events.named("fetch.auth").count)
      check.polling.clock.advance(seconds: 3000)
    }
    #expect(counts == [1, 0, 0, 1])
    check.polling.server.on(Texts.venues, .status(404), .status(status))
    for count in [0, 1] {
      _ = try await check.run { $0.refresh = true }
      #expect(check.polling.events.named("fetch.auth").count == count)
      check.polling.clock.advance(seconds: 600)
    }
  }

  // MARK: - Content

  @Test(
    arguments: [
      ("[1,2,", "offset 5"), (#"[{"id":1,"id":2}]"#, "offset 9"), (#"{"message":"down"}"#, "pointer "), ("[1,2,3]", nil),
    ])
  func unreadableContent(_ row: (body: String, place: String?)) async throws {
    let event = try #require(try await events([.ok(row.body)], ["adapter.reject"]).first)
    #expect(event.fields.dropFirst().map { "\($0.name) \($0.value)" } == (row.place.map { [$0] } ?? []))
    #expect(event.url == Texts.venues)
    #expect(event.attempt == 1)
    #expect(event.status == 200)
  }

  /// The pointer to a value of an unexpected shape.
  @Test func pointerOfAdapterError() {
    let error = AdapterError(.wrongShape, at: "/3/days", "expected an array")
    #expect(FeedFailure(error).fields == [LogField("pointer", "/3/days")])
  }

  /// A further page that cannot be read.
  @Test func unreadableFurtherPage() async throws {
    let polling = try Polling(Texts.registry)
    polling.server.on(Texts.guides, .ok("[1,"))
    try await polling.run([Texts.feed("everywhere/guides")])
    let event = try #require(polling.events.named("adapter.reject").first)
    #expect(event.fields.dropFirst() == [LogField("offset", 3)])
    #expect(event.url == Texts.guides)
    #expect(event.status == 200)
  }

  @Test(arguments: [(100, 80), (1, 11), (5, 0)]) func guards(_ row: (old: Int, new: Int)) async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(row.old)), .ok(row.new == 0 ? "null" : Texts.venues(row.new)))
    #expect(try await check.run().outcome == .fresh)
    check.polling.clock.advance(seconds: 3601)
    _ = try await check.run()
    let event = try #require(check.polling.events.named("guard.hold").first)
    #expect(event.fields.dropFirst() == [LogField("old", row.old), LogField("new", row.new)])
    #expect(event.url == Texts.venues)
    #expect(event.attempt == 1)
    #expect(event.status == 200)
  }

  // MARK: - The schedule

  /// One event for each feed that was requested, with the stored time.
  @Test(
    arguments: [
      (Answer.ok(Texts.venues(4)), 3600), (.ok(Texts.venues(4), ["Cache-Control": "max-age=7200"]), 7200), (.status(304), 3600),
      (.ok(FaultCheck.goodBody), 3600), (.ok("[]"), 3600), (.status(404), 60), (.ok("[1,"), 60), (.fails("timeout.idle"), 60),
      (.status(429, ["Retry-After": "7200"]), 7200),
    ])
  func schedule(_ row: (answer: Answer, seconds: Int)) async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(Texts.venues, row.answer)
    _ = try await check.run()
    let events = check.polling.events.named("schedule")
    #expect(events.map(\.feed.description).sorted() == ["gmu/whats-open", "penn/dining"])
    let state = try #require(try await check.polling.state(of: check.penn))
    let polled = try #require(state.lastPolledAt)
    let event = try #require(events.first { $0.feed == check.penn })
    #expect(event.level == .info)
    #expect(event.fields == [LogField("next", polled.adding(seconds: row.seconds).description)])
    #expect([state.nextDue, state.notBefore].compactMap { $0 }.max() == polled.adding(seconds: row.seconds))
    // Nothing is requested and nothing is scheduled.
    _ = try await check.run()
    #expect(check.polling.events.named("schedule").allSatisfy { $0.feed != check.penn })
  }

  @Test(arguments: ["cancelled", "policy.address"]) func localFailuresScheduleNothing(_ reason: String) async throws {
    let events = try await events([.fails(reason)], isWarm: true, ["schedule"])
    #expect(events == [])
  }
}
