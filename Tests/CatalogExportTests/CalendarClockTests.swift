import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

/// Which local times a calendar may leave to its readers: those that clocks show exactly once.
@Suite struct CalendarClockTests {
  /// Local seconds of a time such as "2026-11-01T01:00:00".
  private static func wall(_ text: String) throws -> Int64 { try moment("\(text)Z").secondsSinceEpoch }

  private static func clock() throws -> CalendarClock {
    CalendarClock(try parsed("America/New_York") { Zone($0) }, generatedAt: try moment("2026-11-21T17:00:00Z"))
  }

  /// On 1 November, clocks show the times from 01:00 twice, to 02:00; on 8 March, they skip those from 02:00 to 03:00.
  @Test(arguments: [
    ("2026-11-01T00:00:00", "2026-11-01T00:59:59", true), ("2026-11-01T00:00:00", "2026-11-01T01:00:00", false),
    ("2026-11-01T00:00:00", "2026-11-01T04:00:00", false), ("2026-11-01T01:59:59", "2026-11-01T04:00:00", false),
    ("2026-11-01T02:00:00", "2026-11-01T04:00:00", true), ("2026-03-08T00:00:00", "2026-03-08T01:59:59", true),
    ("2026-03-08T01:00:00", "2026-03-08T02:00:00", false), ("2026-03-08T02:59:59", "2026-03-08T04:00:00", false),
    ("2026-03-08T03:00:00", "2026-03-08T04:00:00", true),
  ])
  func timesAreShownOnce(_ begin: String, _ end: String, isSteady: Bool) throws {
    #expect(try Self.clock().isSteady(Self.wall(begin)...Self.wall(end)) == isSteady)
  }

  /// A calendar has events of their own for the days whose services may touch a change: up to nine days before it, and to its end.
  @Test func daysNearChanges() throws {
    let clock = try Self.clock()
    #expect(try clock.firstDay == date("2026-01-01"))
    let (october, december) = (try date("2026-10-01"), try date("2026-12-01"))
    let near = clock.daysNearChanges.filter { october <= $0 && $0 < december }
    #expect(try near.first == date("2026-10-23") && near.last == date("2026-11-01") && near.count == 10)
    #expect(Set(clock.daysNearChanges.map(\.components.year)) == [2026, 2027, 2028, 2029])
    #expect(clock.daysNearChanges.count == 80)
  }
}
