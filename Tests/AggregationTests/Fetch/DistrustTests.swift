import CampusCatalog
import FeedKit
import Fetching
import Testing

@testable import Aggregation

/// When a server's validators are distrusted, and for how long.
@Suite struct DistrustTests {
  private func conditions(_ check: FaultCheck) -> [String?] { check.requests.map { $0.headers["if-none-match"] } }

  /// A weak tag does not promise equal bytes, and a date only counts seconds.
  @Test(arguments: [["ETag": "W/\"v1\""], ["Last-Modified": FaultCheck.date], ["ETag": "W/\"v1\"", "Last-Modified": FaultCheck.date]])
  func differentBytesWithWeakValidatorsAreNoContradiction(_ validators: [String: String]) async throws {
    let check = try await FaultCheck(isWarm: true, validators: validators)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(4), validators), .status(304))
    let report = try await check.run()
    #expect(report.outcome == .fresh)
    #expect(report.notes == [])
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .unchanged)
    #expect(check.requests.map(\.isConditional) == [true])
  }

  /// The content of a server with tags only changes between the last 304 and the check on the eighth day.
  @Test(arguments: ["\"v2\"", "W/\"v2\""])
  func changeFoundByCheckIsNoContradiction(_ etag: String) async throws {
    let check = try await FaultCheck(isWarm: true, validators: ["ETag": FaultCheck.etag])
    check.polling.server.on(Texts.venues, .page(FaultCheck.goodBody, etag: FaultCheck.etag))
    for _ in 0..<8 {
      #expect(try await check.run().outcome == .unchanged)
      #expect(conditions(check) == [FaultCheck.etag])
      check.polling.clock.advance(seconds: 86_400)
    }
    check.polling.server.on(Texts.venues, .page(Texts.venues(4), etag: etag))
    let report = try await check.run()
    #expect(report.outcome == .fresh && report.entries == 4)
    #expect(report.notes == [])
    #expect(check.requests.count { !$0.isConditional } == 1)
    check.polling.clock.advance(seconds: 3601)
    #expect(try await check.run().outcome == .unchanged)
    #expect(conditions(check) == [etag])
  }

  /// A server that hid a change gets requests without conditions for eight days, then normal ones.
  @Test func distrustExpires() async throws {
    let check = try await FaultCheck(isWarm: true, validators: ["ETag": FaultCheck.etag])
    check.polling.server.on(Texts.venues, .ok(Texts.venues(4), ["ETag": FaultCheck.etag]), .page(Texts.venues(4), etag: FaultCheck.etag))
    #expect(try await check.run().notes.map(\.code.description) == ["validators.lie"])
    for day in 1...10 {
      check.polling.clock.advance(seconds: 86_400)
      #expect(try await check.run().outcome == .unchanged)
      #expect(check.requests.map(\.isConditional) == [day >= 8], "day \(day)")
    }
  }

  /// Distrust lasts as long as the server contradicts itself.
  @Test(arguments: [true, false])
  func distrustIsRenewed(hasOneTag: Bool) async throws {
    let check = try await FaultCheck(isWarm: true, validators: ["ETag": FaultCheck.etag])
    let clock = check.polling.clock
    let start = clock.now()
    // Its content changes every fifth day.
    let server = Answer { request, clock in
      let age = Int(clock.now().seconds(since: start)) / (5 * 86_400)
      let etag = hasOneTag ? FaultCheck.etag : "\"\(age)\""
      return await (request.isConditional ? Answer.status(304) : .ok(Texts.venues(3 + age), ["ETag": etag])).give(request, clock)
    }
    check.polling.server.on(Texts.venues, server)
    var days: [Int] = []
    for day in 0..<40 {
      let report = try await check.run()
      if report.notes.contains(where: { $0.code.description == "validators.untrusted" }) { days.append(day) }
      clock.advance(seconds: 86_400)
    }
    // The check on the eighth day, then each change.
    #expect(days == [8, 10, 15, 20, 25, 30, 35])
  }
}
