import CampusCatalog
import FeedKit
import Fetching
@testable import Aggregation
import Testing

/// Stored validators, and when they are replaced.
@Suite struct ValidatorTests {
  private typealias Sent = [String?]

  private func sent(_ check: FaultCheck) -> [Sent] {
    check.requests.map { [$0.headers["if-none-match"], $0.headers["if-modified-since"]] }
  }

  private static let old: [String?] = [FaultCheck.etag, FaultCheck.date]
  private static let none: [String?] = [nil, nil]

  /// An accepted reply replaces both validators, even if it has only one or none.
  @Test(
    arguments: [
      (["ETag": "\"v2\"", "Last-Modified": "Sat, 21 Nov 2026 13:00:00 GMT"], ["\"v2\"", "Sat, 21 Nov 2026 13:00:00 GMT"]),
      (["ETag": "\"v2\"", "Last-Modified": FaultCheck.date], ["\"v2\"", FaultCheck.date]),
      (["ETag": FaultCheck.etag, "Last-Modified": "Sat, 21 Nov 2026 13:00:00 GMT"], [FaultCheck.etag, "Sat, 21 Nov 2026 13:00:00 GMT"]),
      (["ETag": "\"v2\""], ["\"v2\"", nil]),
      (["Last-Modified": "Sat, 21 Nov 2026 13:00:00 GMT"], [nil, "Sat, 21 Nov 2026 13:00:00 GMT"]),
      ([:], [nil, nil]),
    ], [true, false])
  func acceptedReplyReplacesBothValidators(_ row: (headers: [String: String], next: [String?]), isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(4), row.headers), .ok(Texts.venues(5), row.headers))
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.reason == nil)
    #expect(report.entries == 4)
    #expect(sent(check) == [isWarm ? Self.old : Self.none])
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .fresh)
    #expect(sent(check) == [row.next])
  }

  /// A 304 with or without new validators, with or without a body.
  @Test(
    arguments: [
      ([:], old), (["ETag": FaultCheck.etag, "Last-Modified": "today"], [FaultCheck.etag, "today"]), (["ETag": FaultCheck.etag], old),
      (["Last-Modified": "today"], [FaultCheck.etag, "today"]), (["ETag": "W/\"v1\""], old),
      (["ETag": "W/\"v2\""], ["W/\"v2\"", FaultCheck.date]),
      (["ETag": String(repeating: "e", count: 1025)], old),
    ], [[], ["a 304 with a body"]])
  func notModified(_ row: (headers: [String: String], next: [String?]), _ oddities: [String]) async throws {
    let check = try await FaultCheck(isWarm: true)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .status(304, row.headers, "", oddities: oddities), .ok(Texts.venues(4)))
    let report = try await check.run()
    #expect(report.outcome == .unchanged)
    #expect(report.reason == nil)
    #expect(report.entries == 3)
    #expect(report.checkedAt == check.polling.clock.now())
    #expect(report.fetchedAt == before.lastGood?.fetchedAt)
    #expect(sent(check) == [Self.old])
    #expect(report.notes.map(\.code.description) == (oddities.isEmpty ? [] : ["fetch.oddity"]))
    #expect(check.polling.events.named("fetch.oddity").map(\.level) == (oddities.isEmpty ? [] : [.warn]))
    let after = try await check.kept()
    #expect(after.lines == before.lines)
    #expect(after.lastGood?.content == before.lastGood?.content)
    #expect(after.lastGood?.acceptedAt == before.lastGood?.acceptedAt)
    // Faults of the reply are not reported again.
    check.polling.clock.advance(seconds: 60)
    #expect(try await check.run().notes == [])
    check.polling.clock.advance(seconds: 3600)
    #expect(try await check.run().outcome == .fresh)
    #expect(sent(check) == [row.next])
  }

  /// A 304 to a request without conditions: with a last good result but no validators, and on a first run.
  @Test(arguments: [true, false])
  func unexpected304(isWarm: Bool) async throws {
    let check = try await FaultCheck(isWarm: isWarm, validators: [:])
    try await check.expectStale("http.304_unexpected", requests: 2, [.status(304)], sends: false)
    #expect(check.requests.map { $0.headers["cache-control"] } == [nil, "no-cache"])
    check.polling.clock.advance(seconds: 3600)
    check.polling.server.on(Texts.venues, .status(304), .ok(Texts.venues(4)))
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.attempts == 2)
    #expect(check.requests.allSatisfy { !$0.isConditional })
  }

  /// The body is used, and the server's validators are distrusted.
  @Test func differentBytesWithEqualValidators() async throws {
    let check = try await FaultCheck(isWarm: true)
    let headers = ["ETag": FaultCheck.etag, "Last-Modified": FaultCheck.date]
    check.polling.server.on(Texts.venues, .ok(Texts.venues(4), headers))
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.entries == 4)
    #expect(report.notes.map(\.code.description) == ["validators.lie"])
    #expect(check.polling.events.named("validators.lie").map(\.level) == [.warn])
    #expect(sent(check) == [Self.old])
    for _ in 0..<2 {
      check.polling.clock.advance(seconds: 3601)
      #expect(try await check.run().outcome == .unchanged)
      #expect(sent(check) == [Self.none])
    }
  }

  /// Equal content under a new name.
  @Test(arguments: [FaultCheck.goodBody, FaultCheck.goodBody + "\n"])
  func equalContentWithNewValidators(_ body: String) async throws {
    let check = try await FaultCheck(isWarm: true)
    let before = try await check.kept()
    check.polling.server.on(Texts.venues, .ok(body, ["ETag": "\"v2\""]), .page(body, etag: "\"v2\""))
    let report = try await check.run()
    #expect(report.outcome == .unchanged)
    #expect(report.etag == "\"v2\"")
    let after = try await check.kept()
    #expect(after.requests["venues"]?.validators == Validators(etag: "\"v2\""))
    #expect(after.lastGood?.content == before.lastGood?.content)
    #expect(after.lastGood?.acceptedAt == before.lastGood?.acceptedAt)
    #expect(after.lines == before.lines)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .unchanged)
    #expect(sent(check) == [["\"v2\"", nil]])
  }

  /// Validators are opaque; those that are too long or have control characters are ignored.
  @Test(
    arguments: [
      ("W/\"x\"", true), ("\"x-gzip\"", true), ("unquoted", true), ("\"\"", true), ("\"a,b\"", true), ("\"\u{E9}\u{FF}\"", true),
      (String(repeating: "x", count: 1024), true), (String(repeating: "x", count: 1025), false),
      (String(repeating: "x", count: 65_536), false), ("\"a\u{1}b\"", false), ("\"a\tb\"", false), ("\"a\u{7F}\"", false), ("", false),
    ])
  func validatorsAreOpaque(_ text: String, isKept: Bool) async throws {
    for name in ["ETag", "Last-Modified"] {
      let check = try await FaultCheck(isWarm: true, validators: [name: text])
      check.polling.server.on(Texts.venues, .ok(Texts.venues(4)))
      #expect(try await check.run().outcome == .fresh)
      let header = name == "ETag" ? "if-none-match" : "if-modified-since"
      #expect(check.requests.map { $0.headers[header].map { Array($0.unicodeScalars) } } == [isKept ? Array(text.unicodeScalars) : nil])
    }
  }

  /// A date is echoed and does not affect the schedule.
  @Test(
    arguments: [
      "Thu, 01 Jan 1970 00:00:00 GMT", "Tue, 19 Jan 2038 03:14:08 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "the day before yesterday",
    ])
  func oddDates(_ date: String) async throws {
    let check = try await FaultCheck(isWarm: true, validators: ["Last-Modified": date])
    #expect(try await check.polling.state(of: check.penn)?.nextDue == check.polling.clock.now().adding(seconds: 3600 - 7200))
    check.polling.server.on(Texts.venues, .status(304))
    #expect(try await check.run().outcome == .unchanged)
    #expect(sent(check) == [[nil, date]])
  }

  /// The server hides a change for eight days.
  @Test(arguments: [FaultCheck.etag, "\"v2\""])
  func serverThatAlwaysAnswers304(_ etag: String) async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(
      Texts.venues,
      Answer { request, clock in
        await (request.isConditional ? Answer.status(304) : Answer.ok(Texts.venues(4), ["ETag": etag])).give(request, clock)
      })
    var unconditional = 0
    for hour in 1... {
      let report = try await check.run()
      guard check.requests.contains(where: { !$0.isConditional }) else {
        #expect(report.outcome == .unchanged)
        #expect(check.requests.count == 1)
        check.polling.clock.advance(seconds: 3600)
        guard hour < 300 else { break }
        continue
      }
      unconditional = hour
      // An equal strong tag is a contradiction; if the tag differs, the old one is sent to test.
      #expect(sent(check) == (etag == FaultCheck.etag ? [Self.none] : [Self.none, Self.old]))
      #expect(report.outcome == .fresh)
      #expect(report.entries == 4)
      #expect(report.notes.map(\.code.description) == ["validators.untrusted"])
      #expect(check.polling.events.named("validators.untrusted").count == 1)
      break
    }
    #expect(unconditional == 8 * 24 - 1, "the first poll was two hours before")
    for _ in 0..<3 {
      check.polling.clock.advance(seconds: 3600)
      #expect(try await check.run().outcome == .unchanged)
      #expect(sent(check) == [Self.none])
    }
  }

  /// If the check finds no change, or one that was not hidden, nothing happens.
  @Test(arguments: [3, 4])
  func checkWithoutContradiction(_ count: Int) async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.clock.advance(seconds: 9 * 86_400)
    check.polling.server.on(Texts.venues, .page(Texts.venues(count), etag: "\"v2\""))
    let report = try await check.run()
    #expect(report.outcome == (count == 3 ? .unchanged : .fresh))
    #expect(report.notes == [])
    #expect(sent(check) == [Self.none])
    check.polling.clock.advance(seconds: 3600)
    #expect(try await check.run().outcome == .unchanged)
    #expect(sent(check) == [["\"v2\"", nil]])
  }

  /// Validators of another address, header or version are not sent, and equal bytes are read again.
  @Test(arguments: ["address", "header", "secret", "mirror", "version", "facts"], [true, false])
  func changedRequestForgetsValidators(_ change: String, failsFirst: Bool) async throws {
    var check = try await FaultCheck(isWarm: true)
    let before = try await check.kept()
    let address = change == "address" ? "https://penn.example/v2" : Texts.venues
    let file: String? =
      switch change {
      case "address": #"{"addresses":{"venues":["https://penn.example/v2"]}}"#
      case "header": #"{"headers":{"X-Api-Key":"another"},"addresses":{"venues":["\#(Texts.venues)"]}}"#
      case "mirror": #"{"addresses":{"venues":["https://penn.example/venues","https://mirror.example/venues"]}}"#
      default: nil
      }
    if let file { check.polling.registry = try check.polling.registry.changing("penn/dining", by: file) }
    if change == "secret" {
      let plain = try Polling(Texts.registry).registry
      check.polling.registry = try plain.resolvingSecrets(of: ["penn/dining"]) { _ in Texts.secret + "2" }
    }
    if change == "version" { check.polling.registry = try check.polling.registry.replacingPenn(by: NewerPenn()) }
    let readsAnew = ["version", "facts"].contains(change)
    if change == "facts" {
      let facts = #"{"facts":{"penn/dining/1":{"location":{"region":"new reading"}}}}"#
      check.polling.registry = try check.polling.registry.adding(Array(facts.utf8), file: "facts.json")
    }
    check.polling.server.on("https://mirror.example/venues", .fails("tls.name"))
    // Soon after the last poll: the feed in its current form was never read.
    check.polling.clock.advance(seconds: -7000)
    if failsFirst {
      check.polling.server.on(address, .fails("tls.expired"))
      #expect(try await check.run().outcome == .stale)
      let after = try await check.kept()
      #expect(after.lastGood == before.lastGood)
      #expect(after.lines == before.lines)
      check.polling.clock.advance(seconds: 61)
    }
    check.polling.server.on(address, .page(FaultCheck.goodBody, etag: FaultCheck.etag))
    let report = try await check.run()
    #expect(check.polling.server.requests.filter { $0.url == address }.map(\.isConditional) == [false])
    #expect(report.outcome == (readsAnew ? .fresh : .unchanged))
    let names = try #require(String(validating: await check.kept().lines ?? [], as: UTF8.self))
    #expect(names.contains("new reading") == readsAnew)
    #expect(check.polling.events.named("state.reset").count == (failsFirst ? 0 : 1))
    // From now on everything is normal.
    check.polling.clock.advance(seconds: 3600)
    #expect(try await check.run().outcome == .unchanged)
    #expect(check.polling.server.requests.filter { $0.url == address }.map { $0.headers["if-none-match"] } == [FaultCheck.etag])
  }
}
