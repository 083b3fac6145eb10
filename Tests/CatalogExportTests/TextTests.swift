import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

/// The wording that exports, pages and commands share.
@Suite struct TextTests {
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
