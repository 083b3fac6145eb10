import Aggregation
import CampusCatalog
import Fetching
import OpeningHours
import TestKit
import Testing
@testable import CatalogSession
@testable import SnapshotStore

/// How feeds did over time, from what they delivered in each run.
@Suite struct FeedStatisticsTests {
  private let feed: FeedID

  init() throws { feed = try parsed("town/a", FeedID.init) }

  /// A poll some minutes after a fixed time. A feed that is not delivered was last checked before.
  private func poll(
    _ minute: Int, _ outcome: FeedReport.Outcome = .unchanged, _ reason: ReasonCode? = nil, checked: Int? = nil, changed: Int? = nil
  ) throws -> FeedPoll {
    var report = FeedReport(id: feed, adapter: try parsed("test", AdapterID.init), outcome: outcome, reason: reason)
    report.attempts = reason == .notDue ? nil : 1
    report.checkedAt = try time(checked ?? minute)
    let changes = changed.map { FeedPoll.Changes(added: 0, changed: $0, gone: 0) }
    return FeedPoll(run: minute + 1, at: try time(minute), report: report, duration: nil, changes: changes)
  }

  /// 2026-03-08T00:00:00Z, an hour before the clocks change in New York, plus some minutes.
  private func time(_ minute: Int) throws -> Instant { try parsed("2026-03-08T06:00:00Z", Instant.init).adding(seconds: minute * 60) }

  @Test func outagesAreRunsInARow() throws {
    let polls = [
      try poll(0, .fresh), try poll(10, .stale, .connectRefused, checked: 0), try poll(20),
      try poll(30, .stale, .timeoutTotal, checked: 20),
      try poll(40, .absent, .connectRefused, checked: 20), try poll(70, .fresh), try poll(80, .disabled, .configDisabled),
    ]
    for order in [polls, polls.reversed()] {
      let found = FeedStatistics(of: feed, order, in: nil)
      #expect(found.runs == 6 && found.delivered == 3 && found.requested == 6)
      let outage = try #require(found.longestOutage)
      #expect(try outage.from == time(30) && outage.to == time(70))
      #expect(outage.seconds == 2400 && outage.runs == 2 && outage.reason == .timeoutTotal)
    }
    // One that goes on lasts until the last run.
    let last = try #require(FeedStatistics(of: feed, [try poll(0), try poll(5, .absent), try poll(65, .absent)], in: nil).longestOutage)
    #expect(last.to == nil && last.seconds == 3600 && last.runs == 2)
    #expect(FeedStatistics(of: feed, [try poll(0)], in: nil).longestOutage == nil)
  }

  @Test func changesHaveTheHoursOfTheirChecksAndAGreatestAge() throws {
    let zone = try parsed("America/New_York", Zone.init)
    let polls = [
      // The first result is no change.
      try poll(0, .fresh, changed: 0), try poll(30, .unchanged, .notDue, checked: 0), try poll(60, .fresh, changed: 2),
      try poll(70, .stale, .connectRefused, checked: 60), try poll(180, .fresh, changed: 1), try poll(190, .fresh, changed: 1),
    ]
    let found = FeedStatistics(of: feed, polls, in: zone)
    #expect(found.changes == 3 && found.requested == 5)
    #expect(found.delays == [600, 3600, 7200] && found.medianDelay == 3600)
    // 07:00Z is 03:00 in New York since the clocks changed, and 09:00Z is 05:00.
    #expect(found.changeHours.enumerated().filter { $0.element > 0 }.map { [$0.offset, $0.element] } == [[3, 1], [5, 2]])
    #expect(FeedStatistics(of: feed, polls, in: nil).changeHours[7] == 1)
  }

  @Test(
    "a quarter of the average time between changes, within bounds",
    arguments: [
      (minutes: 20 * 60, changes: 3, cadence: nil), (10 * 1440, 0, 86_400), (10 * 1440, 10, 6 * 3600), (10 * 1440, 20, 3 * 3600),
      (10 * 1440, 1_000, 900), (2 * 1440, 0, 12 * 3600),
    ] as [(minutes: Int, changes: Int, cadence: Int?)])
  func cadenceFitsTheChanges(_ minutes: Int, _ changes: Int, _ cadence: Int?) throws {
    var polls = [try poll(0)]
    for number in 0..<changes { polls.append(try poll(1 + number, .fresh, changed: 1)) }
    polls.append(try poll(minutes))
    #expect(FeedStatistics(of: feed, polls, in: nil).suggestedCadence == cadence)
  }
}
