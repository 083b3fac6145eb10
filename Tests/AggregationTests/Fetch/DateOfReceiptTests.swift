import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// Feeds about "today" are read again when the campus's date has changed, even if their bytes have not.
@Suite struct DateOfReceiptTests {
  private static let address = "https://lake.example/today"

  /// - Parameter cadence: the time between two polls.
  private static func registry(_ mapping: String = today, cadence: String = "PT1H") -> String {
    #"""
    {"campuses":[{"id":"lake","name":"Lake","timeZone":"America/New_York"}],
     "feeds":[{"id":"lake/today","adapter":"mapping","addresses":{"records":["\#(address)"]},"cadence":"\#(cadence)","mapping":\#(mapping)}]}
    """#
  }

  private static let today = #"""
    {"records":"","id":"/id","name":"/id","hours":{"dates":{"each":{"one":""},"date":{"received":0},"opens":"/from","closes":"/to"}}}
    """#

  private static let body = #"[{"id":"a","from":"8am","to":"5pm"}]"#

  /// Dates in an address are those of the campus at the time of the request.
  @Test func addressesHaveDates() async throws {
    let address = "https://lake.example/days?from={date}T00:00&to={date+7}&before={date-1}"
    let polling = try Polling(Self.registry().replacing(Self.address, with: address))
    let feed = try Texts.feed("lake/today")
    let urls = [("21", "28", "20"), ("22", "29", "21")].map { day, next, before in
      "https://lake.example/days?from=2026-11-\(day)T00:00&to=2026-11-\(next)&before=2026-11-\(before)"
    }
    for url in urls { polling.server.on(url, .page(Self.body, etag: "\"v1\"")) }
    #expect(try await polling.run([feed]).feeds.map(\.outcome) == [.fresh])
    // 00:30 in New York. The tag was sent by another address.
    polling.clock.advance(seconds: 17 * 3600 + 1800)
    #expect(try await polling.run([feed]).feeds.map(\.outcome) == [.fresh])
    #expect(polling.server.requests.map(\.url) == urls)
    #expect(polling.server.requests(to: urls[1]).allSatisfy { !$0.isConditional })
  }

  private func dates(_ run: Aggregator.Run) throws -> [String] {
    let entry = try #require(run.catalog.entries.first)
    guard case .days(let days)? = entry.place?.hours?.layers.first?.rule else { return [] }
    return days.dates.map(\.description)
  }

  @Test(arguments: [true, false]) func sameReplyOfAnotherDay(_ sendsTag: Bool) async throws {
    let polling = try Polling(Self.registry())
    let feed = try Texts.feed("lake/today")
    polling.server.on(Self.address, sendsTag ? .page(Self.body, etag: "\"v1\"") : .ok(Self.body))
    // 07:00 in New York.
    #expect(try dates(await polling.run([feed])) == ["2026-11-21"])
    polling.clock.advance(seconds: 6 * 3600)
    var run = try await polling.run([feed])
    #expect(run.feeds.map(\.outcome) == [.unchanged])
    #expect(try dates(run) == ["2026-11-21"])
    // 00:30 in New York.
    polling.clock.advance(seconds: 11 * 3600 + 1800)
    run = try await polling.run([feed])
    #expect(run.feeds.map(\.outcome) == [.fresh])
    #expect(try dates(run) == ["2026-11-22"])
    // The time of the confirmation is stored, so that the reply can be read again with the same result.
    let state = try #require(try await polling.state(of: feed)?.requests["records"])
    #expect(state.receivedAt == polling.clock.now())
    polling.clock.advance(seconds: 3600)
    run = try await polling.run([feed])
    #expect(run.feeds.map(\.outcome) == [.unchanged])
    #expect(try dates(run) == ["2026-11-22"])
  }

  /// The next poll is due at the next midnight at the latest, but only of a feed that depends on the date.
  @Test(arguments: [(today, "2026-11-22T05:00:00Z"), (today.replacing(#"{"received":0}"#, with: "\"/day\""), "2026-11-23T12:00:00Z")])
  func feedIsDueAtMidnight(_ mapping: String, _ due: String) async throws {
    let polling = try Polling(Self.registry(mapping, cadence: "P2D"))
    let feed = try Texts.feed("lake/today")
    polling.server.on(Self.address, .ok(Self.body))
    try await polling.run([feed])
    #expect(try await polling.state(of: feed)?.nextDue == Instant(due))
  }
}
