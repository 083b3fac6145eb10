import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import Testing

@Suite struct StateSummaryTests {
  private func dated(_ id: String, _ dates: String...) throws -> Entry {
    let days = try dates.map { DatedPlan(try date($0), DayPlan([try service("10:00", "14:00")])) }
    let zone = try parsed("America/New_York") { Zone($0) }
    return try place(id, id, hours: Schedule(zone: zone, layers: [Layer(.special, dates: days)]))
  }

  private func summary(_ entries: [Entry], at text: String = "2026-11-21T12:00:00-05:00") throws -> StateSummary {
    StateSummary(of: PlaceQuery().results(in: entries, by: try rule(at: text)).items)
  }

  @Test func countsAndNextOpening() throws {
    let found = try summary([
      place("a/x/open", "o", hours: daily([service("10:00", "15:00")])),
      place("a/x/late", "l", hours: daily([service("18:00", "22:00")])), place("a/x/soon", "s", hours: daily([service("13:00", "22:00")])),
      place("a/x/none", "n"),
    ])
    #expect([found.open, found.closed, found.unknown] == [1, 2, 1])
    #expect(found.nextToOpen?.entry.name == "s")
    #expect(found.otherDates == nil)
  }

  @Test func hoursOfOtherDates() throws {
    let entries = try [dated("a/x/1", "2023-09-17", "2023-09-18"), dated("a/x/2", "2023-09-16", "2023-09-22"), place("a/x/3", "x")]
    let days = try date("2023-09-16")...date("2023-09-22")
    #expect(try summary(entries).otherDates == days)
    #expect(try summary(entries, at: "2022-01-01T00:00:00Z").otherDates == days)
    #expect(try summary(entries, at: "2023-09-20T12:00:00-04:00").otherDates == nil, "a gap within the dates")
    #expect(try summary(entries + [place("a/x/4", "y", hours: daily([]))]).otherDates == nil, "one place has hours today")
    #expect(try summary([place("a/x/3", "x")]).otherDates == nil)
  }
}
