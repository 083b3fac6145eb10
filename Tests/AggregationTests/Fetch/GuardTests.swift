import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// Results that look like a mistake.
@Suite struct GuardTests {
  /// An empty reply instead of data is accepted after three sightings at least an hour apart, or when a user accepts it.
  @Test(arguments: ["[]", "{}", "null", "\"\"", " \n", "", "[ ]"], [true, false])
  func emptyReplyIsHeldBack(_ body: String, isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale("guard.empty", requests: 1, [.ok(body, ["ETag": "\"empty\""])])
    #expect(check.polling.events.named("guard.hold").count == 1)
    // Too soon, then a second sighting.
    let before = try await check.kept()
    for (wait, count) in [(600, 1), (3600, 2)] {
      check.polling.clock.advance(seconds: wait)
      let report = try await check.run { $0.refresh = true }
      #expect(report.reason == .guardEmpty)
      #expect(report.notes.contains { $0.detail.contains("(seen \(count) of 3 times)") }, "\(report.notes)")
      #expect(check.requests.map { $0.headers["if-none-match"] } == [isWarm ? FaultCheck.etag : nil])
    }
    #expect(try await check.kept() == before)
    check.polling.clock.advance(seconds: 3600)
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.entries == 0)
    #expect(try await check.kept().requests["venues"]?.validators.etag == "\"empty\"")
    check.polling.clock.advance(seconds: 3600)
    check.polling.server.on(Texts.venues, .page(body, etag: "\"empty\""))
    #expect(try await check.run().outcome == .unchanged)
    check.polling.clock.advance(seconds: 3600)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(30)))
    #expect(try await check.run().entries == 30)
  }

  @Test(arguments: ["[]", "null", ""], [true, false])
  func emptyReplyCanBeAccepted(_ body: String, isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    try await check.expectStale("guard.empty", requests: 1, [.ok(body)])
    let penn = check.penn
    let report = try await check.run { $0.accepted = [penn] }
    #expect(report.outcome == .fresh)
    #expect(report.entries == 0)
    #expect(try await check.kept().lines == [])
  }

  /// The numbers of entries before and after.
  @Test(
    arguments: [
      (100, 80, 1, "guard.shrink"), (8, 2, 1, nil), (100, 90, 1, nil), (100, 89, 1, "guard.shrink"), (200, 181, 1, nil),
      (120, 109, 1, nil), (12, 1, 1, "guard.shrink"), (100, 2000, 1, "guard.growth"), (100, 1000, 1, nil), (100, 1001, 1, "guard.growth"),
      (1, 10, 1, nil), (1, 11, 1, "guard.growth"), (40, 40, 21, nil), (40, 40, 22, "guard.churn"), (10, 10, 11, nil),
      (11, 11, 12, "guard.churn"), (100, 100, 1001, "guard.churn"), (0, 100, 1, nil),
    ])
  func sizes(_ row: (old: Int, new: Int, first: Int, reason: String?)) async throws {
    let check = try await FaultCheck(isWarm: false)
    let penn = check.penn
    check.polling.server.on(Texts.venues, .ok(Texts.venues(row.old), ["ETag": "\"old\""]))
    #expect(try await check.run { $0.accepted = [penn] }.entries == row.old)
    check.polling.clock.advance(seconds: 3601)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .page(Texts.venues(row.new, from: row.first), etag: "\"new\""))
    let run = try await check.runAll()
    let report = try check.report(of: run)
    #expect(run.feeds.first { $0.id == check.other }?.outcome == .fresh)
    guard let reason = row.reason else {
      #expect(report.outcome == .fresh)
      #expect(report.entries == row.new)
      return
    }
    #expect(report.outcome == .stale)
    #expect(report.reason?.description == reason)
    #expect(report.entries == row.old)
    #expect(try await check.kept() == before)
    #expect(check.polling.events.named("guard.hold").map(\.reason?.description) == [reason])
    // While it is not due, it does not change.
    #expect(try await check.run().reason?.description == reason)
    #expect(check.requests.isEmpty)
    for isLast in [false, true] {
      check.polling.clock.advance(seconds: 3601)
      #expect(try await check.run().outcome == (isLast ? .fresh : .stale))
      #expect(check.requests.map { $0.headers["if-none-match"] } == ["\"old\""])
    }
    #expect(try await check.polling.state(of: penn)?.lastGood?.entries == row.new)
  }

  /// Sightings are discarded when the feed is good again, or fails in another way.
  @Test func onlyConsecutiveSightingsCount() async throws {
    let check = try await FaultCheck(isWarm: false)
    let good = Answer.ok(Texts.venues(100))
    let small = Answer.ok(Texts.venues(50))
    let empty = Answer.ok("[]")
    let steps: [(Answer, String?, Int?)] = [
      (good, nil, nil), (small, "guard.shrink", 1), (small, "guard.shrink", 2), (good, nil, nil), (small, "guard.shrink", 1),
      (empty, "guard.empty", 1), (small, "guard.shrink", 1), (.status(404), "http.404", 1), (small, "guard.shrink", 2), (small, nil, nil),
      // Results of different sizes do not confirm each other.
      (.ok(Texts.venues(30)), "guard.shrink", 1), (.ok(Texts.venues(32)), "guard.shrink", 2), (.ok(Texts.venues(5)), "guard.shrink", 1),
      (.ok(Texts.venues(6)), "guard.shrink", 2), (.ok(Texts.venues(20)), "guard.shrink", 1),
    ]
    for (index, (answer, reason, count)) in steps.enumerated() {
      check.polling.server.on(Texts.venues, answer)
      let report = try await check.run()
      #expect(report.reason?.description == reason, "step \(index)")
      #expect(try await check.polling.state(of: check.penn)?.held?.count == count, "step \(index)")
      check.polling.clock.advance(seconds: 3601)
    }
  }

  /// The freshness of a result that is held back counts as for any other reply.
  @Test func heldResultKeepsItsFreshness() async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(100)), .ok(Texts.venues(50), ["Cache-Control": "max-age=21600"]))
    #expect(try await check.run().outcome == .fresh)
    check.polling.clock.advance(seconds: 3601)
    let now = check.polling.clock.now()
    #expect(try await check.run().reason == .guardShrink)
    #expect(try await check.polling.state(of: check.penn)?.nextDue?.secondsSinceEpoch == now.secondsSinceEpoch + 21_600)
  }

  /// A sighting recorded with a clock that was ahead does not block later sightings.
  @Test func sightingsAndAClockThatWasAhead() async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(100)), .ok("[]"))
    #expect(try await check.run().outcome == .fresh)
    check.polling.clock.jump(seconds: 400 * 86_400)
    #expect(try await check.run().reason == .guardEmpty)
    check.polling.clock.jump(seconds: -400 * 86_400)
    var polls = 0
    while polls < 5 {
      check.polling.clock.advance(seconds: 3601)
      polls += 1
      if try await check.run().outcome == .fresh { break }
    }
    #expect(polls == 3)
  }

  /// --accept accepts the held result once, for that feed only.
  @Test func accepted() async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(100)), .ok(Texts.venues(50)), .ok(Texts.venues(50)), .ok(Texts.venues(20)))
    let (penn, other) = (check.penn, check.other)
    #expect(try await check.run().outcome == .fresh)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run { $0.accepted = [other] }.reason == .guardShrink)
    let report = try await check.run { $0.accepted = [penn] }
    #expect(report.outcome == .fresh)
    #expect(report.entries == 50)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().reason == .guardShrink)
  }

  /// For a stream, only empty batches are held back.
  @Test func streams() async throws {
    let polling = try Polling(Texts.registry)
    let feed = try Texts.feed("everywhere/quotes")
    func batch(_ count: Int, _ word: String) -> Answer {
      .ok("[\((0..<count).map { #"{"q":"\#(word) \#($0)","a":"Thales"}"# }.joined(separator: ","))]")
    }
    polling.server.on(Texts.quotes, batch(50, "a"), batch(50, "b"), batch(3, "c"), batch(0, "d"))
    for count in [50, 50, 3] {
      let report = try await polling.run([feed]).feeds.first
      #expect(report?.outcome == .fresh)
      #expect(report?.entries == count)
      polling.clock.advance(seconds: 3601)
    }
    let report = try await polling.run([feed]).feeds.first
    #expect(report?.reason == .guardEmpty)
    #expect(report?.entries == 3)
  }

  /// A duplicate id gives one entry, in any order; an empty optional reply is never an empty feed.
  @Test func duplicateIDGivesOneEntryInAnyOrder() async throws {
    let first = #"{"id":1,"name":"A","days":[]}"#
    let second = #"{"id":1,"name":"B","days":[]}"#
    var lines: Set<[UInt8]> = []
    for body in ["[\(first),\(second)]", "[\(second),\(first)]"] {
      let check = try await FaultCheck(isWarm: false)
      check.polling.server.on(Texts.venues, .ok(body))
      let report = try await check.run()
      #expect(report.outcome == .fresh)
      #expect(report.notes.map(\.code.description) == ["record.duplicate"])
      lines.insert(try #require(await check.kept().lines))
    }
    #expect(lines.count == 1)
  }

  /// Ids of two campuses do not collide, and ids that differ only in case or normal form are different.
  @Test func idsAreComparedAsBytes() async throws {
    let file = #"""
      {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London"}],
       "feeds":[{"id":"town/a","adapter":"whats-open","addresses":{"facilities":["https://a.example/"]}},
                {"id":"gmu/whats-open","adapter":"whats-open","addresses":{"facilities":["https://gmu.example/"],"alerts":[]}}]}
      """#
    let polling = try Polling(file)
    let slugs = ["x", "X", "caf\u{E9}", "cafe\u{301}"]
    let records = slugs.map { #"{"slug":"\#($0)","facility_name":"Gym \#($0)","facility_location":{"building":"Hall"}}"# }
    for url in ["https://a.example/", "https://gmu.example/"] { polling.server.on(url, .ok("[\(records.joined(separator: ","))]")) }
    let run = try await polling.run([Texts.feed("town/a"), Texts.feed("gmu/whats-open")])
    #expect(run.feeds.map(\.outcome) == [.fresh, .fresh])
    #expect(try Set(run.catalog.ids.map { Array($0.utf8) }).count == 8)
  }
}
