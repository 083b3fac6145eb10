import CampusCatalog
import FeedKit
@testable import Aggregation
import Testing

/// Runs with so many feeds that their states are read in pages.
@Suite struct ManyFeedTests {
  private static func polling(_ count: Int) throws -> (Polling, [FeedID]) {
    let entries = (0..<count).map {
      #"{"id":"penn/f\#($0)","adapter":"penn","cadence":"PT1H","addresses":{"venues":["https://f\#($0).example/venues"]}}"#
    }
    let polling = try Polling(#"{"feeds":[\#(entries.joined(separator: ","))]}"#)
    for index in 0..<count { polling.server.on("https://f\(index).example/venues", .ok(Texts.venues(1, from: index))) }
    return (polling, try (0..<count).map { try Texts.feed("penn/f\($0)") })
  }

  /// Every feed gets its own state, which is read once in each run.
  @Test(arguments: [(1, 64), (63, 64), (64, 64), (65, 1), (200, 3), (200, 64)])
  func everyFeedGetsItsOwnState(_ row: (count: Int, jobs: Int)) async throws {
    let (polling, feeds) = try Self.polling(row.count)
    #expect(try await polling.run(feeds, jobs: row.jobs).feeds.allSatisfy { $0.outcome == .fresh })
    #expect(polling.store.statesRead == row.count)
    let again = try await polling.run(feeds, jobs: row.jobs)
    #expect(again.feeds.map(\.id) == feeds.sorted())
    #expect(again.feeds.allSatisfy { $0.outcome == .unchanged && $0.reason == .notDue && $0.entries == 1 })
    #expect(polling.store.statesRead == 2 * row.count)
    #expect(try again.catalog.entries.count == row.count)
  }

  @Test func failureToReadStatesIsReportedForEachFeed() async throws {
    let (polling, feeds) = try Self.polling(150)
    polling.store.failStates("store.io")
    let run = try await polling.run(feeds)
    #expect(run.feeds.count == 150 && run.feeds.allSatisfy { $0.outcome == .absent && $0.reason?.description == "store.io" })
  }
}
