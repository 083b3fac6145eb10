import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Test("Statuses are computed once for each of the last moments that were asked about")
func statusesOfSeveralMoments() throws {
  let entries = try (0..<20).map { try place("a/x/\($0)", "Café", hours: daily([service("07:00", "18:00")])) }
  let rules = try (0..<4).map { try rule(at: "2026-11-2\($0)T12:00:00-05:00") }
  let table = StatusTable()
  let first = table.statuses(of: entries, by: rules[0])
  #expect(first == entries.map { rules[0].status(of: $0) })
  for rule in rules.dropFirst() {
    let others = table.statuses(of: entries, by: rule)
    #expect(others == entries.map { rule.status(of: $0) })
    #expect(table.statuses(of: entries, by: rule).isSame(as: others))
    #expect(table.statuses(of: entries, by: rules[0]).isSame(as: first))
  }
  // The same instant is another moment on the clock of another campus.
  let zone = try parsed("America/New_York") { Zone($0) }
  let campus = try parsed("a") { CampusID($0) }
  let night = try parsed("2026-11-20T03:00:00-05:00") { Instant($0) }
  let other = StatusRule(at: rules[0].instant, [campus: night], campuses: [Campus(id: campus, name: "A", timeZone: zone)])
  #expect(table.statuses(of: entries, by: other).allSatisfy(\.isClosed) && first.allSatisfy(\.isOpen))
}

extension [Status] {
  /// Whether two arrays share their memory.
  fileprivate func isSame(as other: Self) -> Bool {
    withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
  }
}
