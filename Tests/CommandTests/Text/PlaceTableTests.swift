import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import Testing

@testable import Commands

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

  /// An id that does not fit beside the name gets its own line.
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
}
