import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import TestKit
@testable import Aggregation
import Testing

/// Days of polling in an instant: how often each server is requested, and with which headers.
@Suite struct LongRunTests {
  /// A feed of the test: its name, its cadence, its server's behavior, and the minimum time between two requests, in seconds.
  struct Row: Sendable {
    let name: String
    let cadence: String
    let headers: [String: String]
    let apart: Int

    var url: String { "https://\(name).example/venues" }
  }

  private static let rows = [
    Row(name: "a", cadence: "PT15M", headers: [:], apart: 900),
    Row(name: "b", cadence: "PT5M", headers: ["Cache-Control": "max-age=3600"], apart: 3600),
    Row(name: "c", cadence: "PT1H", headers: ["Cache-Control": "max-age=60"], apart: 3600),
    Row(name: "d", cadence: "PT6H", headers: ["Cache-Control": "max-age=31536000"], apart: 86_400),
    Row(name: "e", cadence: "PT10M", headers: ["Cache-Control": "max-age=1800", "Age": "600"], apart: 1200),
  ]

  private static func polling(_ seed: UInt64) throws -> (Polling, [FeedID]) {
    let entries = rows.map {
      #"{"id":"penn/\#($0.name)","adapter":"penn","cadence":"\#($0.cadence)","addresses":{"venues":["\#($0.url)"]}}"#
    }
    let polling = try Polling(#"{"feeds":[\#(entries.joined(separator: ","))]}"#, seed: seed)
    for row in rows { polling.server.on(row.url, .page(Texts.venues(2), etag: "\"\(row.name)\"", row.headers)) }
    return (polling, try rows.map { try Texts.feed("penn/\($0.name)") })
  }

  @Test(arguments: Budget.isSoak ? [1, 2] : [1] as [UInt64])
  func threeDays(_ seed: UInt64) async throws {
    let (polling, feeds) = try Self.polling(seed)
    // In the middle, one server asks for a pause of five hours, in two ways.
    let page = Answer.page(Texts.venues(2), etag: "\"a\"")
    let odd: [Answer] =
      Array(repeating: page, count: 30) + [.status(429, ["Retry-After": "18000"])] + Array(repeating: page, count: 30)
      + [.status(503, ["Retry-After": "Sun, 22 Nov 2026 18:00:00 GMT"]), page]
    polling.server.on(Self.rows[0].url, odd)
    for _ in 0..<(72 * 12) {
      let run = try await polling.run(feeds)
      #expect(run.feeds.allSatisfy { $0.entries == 2 })
      #expect(run.feeds.allSatisfy { $0.outcome.isDelivered || $0.reason == .rateLimited })
      polling.clock.advance(seconds: 300)
    }
    for row in Self.rows {
      let requests = polling.server.requests(to: row.url)
      #expect(requests.map(\.isConditional) == [false] + Array(repeating: true, count: requests.count - 1), "\(row.name)")
      for (earlier, later) in zip(requests, requests.dropFirst()) {
        #expect(later.ticks - earlier.ticks >= .seconds(row.apart), "\(row.name) at \(later.time), seed \(seed)")
      }
      // And not too few: the wait for the next start is at most five minutes.
      let most = 72 * 3600 / row.apart
      #expect(requests.count <= most && (row.name == "a" || requests.count >= 72 * 3600 / (row.apart + 300)), "\(row.name)")
    }
    let times = polling.server.requests(to: Self.rows[0].url).map(\.time)
    #expect(times[31].seconds(since: times[30]) >= 18_000)
    #expect(times[31].seconds(since: times[30]) <= 18_300)
    #expect(times[62] >= (try Instant.at("2026-11-22T18:00:00Z")))
    #expect(times[62] <= (try Instant.at("2026-11-22T18:05:00Z")))
  }

  /// One request without conditions every eight days.
  @Test func twentyDays() async throws {
    let (polling, feeds) = try Self.polling(1)
    for _ in 0..<(20 * 8) {
      let run = try await polling.run(feeds)
      #expect(run.feeds.allSatisfy { $0.outcome.isDelivered && $0.notes.isEmpty })
      polling.clock.advance(seconds: 3 * 3600)
    }
    for row in Self.rows {
      let unconditional = polling.server.requests(to: row.url).filter { !$0.isConditional }
      #expect(unconditional.count == 3, "\(row.name): the first, and those of the days 8 and 16")
      for (earlier, later) in zip(unconditional, unconditional.dropFirst()) {
        let days = Double(later.time.seconds(since: earlier.time)) / 86_400
        #expect(days >= 8 && days < 9.2, "\(row.name)")
      }
    }
  }

  /// A server that is down for a day gets fewer and fewer requests, but never fewer than its cadence.
  @Test func dayOfFailuresBacksOff() async throws {
    let (polling, feeds) = try Self.polling(1)
    let row = Self.rows[2]
    polling.server.on(row.url, .status(404))
    for _ in 0..<(24 * 60) {
      try await polling.run([feeds[2]])
      polling.clock.advance(seconds: 60)
    }
    let times = polling.server.requests(to: row.url).map(\.ticks)
    let waits = zip(times, times.dropFirst()).map { Int(($1 - $0).components.seconds) }
    #expect(Array(waits.prefix(6)) == [60, 120, 240, 480, 960, 1920])
    #expect(waits.dropFirst(6).allSatisfy { $0 == 3600 })
    polling.server.on(row.url, .ok(Texts.venues(2)))
    polling.clock.advance(seconds: 3600)
    #expect(try await polling.run([feeds[2]]).feeds.map(\.outcome) == [.fresh])
    #expect(try await polling.state(of: feeds[2])?.failures == 0)
  }
}
