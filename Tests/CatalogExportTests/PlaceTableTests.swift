import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import Testing

@testable import CatalogExport

@Suite struct PlaceTableTests {
  private func lines(_ entries: [Entry], width: Int?) throws -> [String] {
    Table.lines(of: PlaceQuery().results(in: entries, by: try rule()).items, on: Terminal(width: width, hasColor: false))
  }

  private func entries(_ campuses: [String]) throws -> [Entry] {
    let location = Location(address: "4477 Aquia Creek Ln", building: "Johnson Center")
    return try campuses.map { campus in
      try place(
        "\(campus)/whats-open/recreation-and-athletic-complex", "Recreation and Athletic Complex", location: location,
        hours: daily([service("10:00", "15:00")]))
    }
  }

  /// Buildings and addresses are left out, and names are shortened. Ids are never cut.
  @Test func idsSurvive() throws {
    #expect(
      try lines(entries(["a"]), width: 80) == [
        "NAME                             HOURS             ID",
        "Recreation and Athletic Complex  Open until 15:00",
        "                                    a/whats-open/recreation-and-athletic-complex",
      ])
    #expect(
      try lines(entries(["a"]), width: 120) == [
        "NAME                             STATE  HOURS             BUILDING        ID",
        "Recreation and Athletic Complex  open   Open until 15:00  Johnson Center  a/whats-open/recreation-and-athletic-complex",
      ])
    #expect(
      try lines(entries(["a"]), width: nil) == [
        "NAME                             STATE  HOURS             BUILDING        CATEGORY  ADDRESS              ID",
        "Recreation and Athletic Complex  open   Open until 15:00  Johnson Center  cafe      4477 Aquia Creek Ln  "
          + "a/whats-open/recreation-and-athletic-complex",
      ])
  }

  /// An id that has no room beside the name is on a line of its own.
  @Test func longIDsGetOwnLine() throws {
    #expect(
      try lines(entries(["a"]), width: 56) == [
        "NAME                             HOURS             ID",
        "Recreation and Athletic Complex  Open until 15:00",
        "            a/whats-open/recreation-and-athletic-complex",
      ])
    #expect(try lines(entries(["a"]), width: 40)[0].hasSuffix("HOURS"), "no line has room for the id")
  }

  /// The last optional column is left out if everything else is then whole.
  @Test func optionalColumnsDoNotCutNames() throws {
    let entries = try entries(["a"])
    let whole = try lines(entries, width: nil)[1].count
    #expect(try lines(entries, width: whole)[0].contains("ADDRESS"))
    let narrower = try lines(entries, width: whole - 1)
    #expect(!narrower[0].contains("ADDRESS") && narrower[1].contains("Recreation and Athletic Complex"))
  }

  @Test func severalCampusesHaveColumn() throws {
    #expect(try lines(entries(["a", "b"]), width: 90)[0].contains("HOURS             CAMPUS  ID"))
    #expect(try lines(entries(["b", "b"]), width: nil).allSatisfy { !$0.contains("CAMPUS") })
  }

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
