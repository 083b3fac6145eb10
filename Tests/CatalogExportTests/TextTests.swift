import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

/// The wording that exports, pages and commands share.
@Suite struct TextTests {
  @Test(
    arguments: [
      ("2023-09-16", "2023-09-16", "16 September 2023"), ("2023-09-16", "2023-09-22", "16–22 September 2023"),
      ("2023-09-28", "2023-10-04", "28 September – 4 October 2023"), ("2023-12-28", "2024-01-04", "28 December 2023 – 4 January 2024"),
    ])
  func dateRanges(_ first: String, _ last: String, _ text: String) throws { #expect(try (date(first)...date(last)).text == text) }

  @Test func clocksAreNamedIfTheyDiffer() throws {
    let zones = try [("penn", "America/New_York"), ("gmu", "America/New_York"), ("liverpool", "Europe/London"), ("oslo", "Europe/Oslo")].map
    {
      (try parsed($0) { CampusID($0) }, Zone($1))
    }
    func note(_ zones: [(CampusID, Zone?)]) throws -> String? {
      ClockNote.text(zones.map { (campus: $0.0, zone: $0.1) }, at: try moment("2026-11-21T17:00:00Z"))
    }
    #expect(try note(zones) == "times are local: America/New_York for gmu and penn, Europe/London for liverpool, Europe/Oslo for oslo")
    #expect(try note(Array(zones.prefix(2))) == nil)
    #expect(try note([]) == nil)
  }
}
