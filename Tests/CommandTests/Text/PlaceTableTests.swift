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

  /// On a narrow terminal, names have the room of ids, and are wrapped between words.
  @Test func narrowTablesHaveNoIDs() throws {
    #expect(
      try lines(entries(["a"]), width: 79) == [
        "NAME                             STATE  HOURS             BUILDING",
        "Recreation and Athletic Complex  open   Open until 15:00  Johnson Center",
      ])
    #expect(
      try lines(entries(["a"]), width: 40) == [
        "NAME                    HOURS", "Recreation and          Open until 15:00", "Athletic Complex",
      ])
  }

  /// A wide character takes two columns, and only a word that is wider than its column is cut, with a mark.
  @Test func namesInWideCharactersFit() throws {
    let hours = try daily([service("10:00", "15:00")])
    let entries = try [
      place("a/x/1", "中央図書館 ラーニングコモンズ 自習室", hours: hours), place("a/x/2", "國立臺灣大學總圖書館多媒體服務中心", hours: hours),
    ]
    let shown = try lines(entries, width: 40)
    #expect(shown.allSatisfy { DisplayWidth.of($0) <= 40 }, "\(shown)")
    #expect(shown.joined().contains("自習室") && shown.contains { $0.contains("中央図書館") }, "\(shown)")
    #expect(shown.contains { $0.contains("…") && $0.contains("國立臺灣大學") }, "\(shown)")
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
