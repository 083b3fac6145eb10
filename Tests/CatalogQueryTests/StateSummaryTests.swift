import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
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
    func dates(_ entries: [Entry], at text: String = "2026-11-21T12:00:00-05:00") throws -> [LocalDate?]? {
      try summary(entries, at: text).otherDates.map { [$0.first, $0.last] }
    }
    let days = try [date("2023-09-16"), date("2023-09-22")]
    #expect(try dates(entries) == days)
    #expect(try dates(entries, at: "2022-01-01T00:00:00Z") == days)
    #expect(try dates(entries, at: "2023-09-20T12:00:00-04:00") == nil, "a gap within the dates")
    #expect(try dates([place("a/x/3", "x")]) == nil)
    #expect(try summary(entries).isAllOnOtherDates)
    #expect(try summary(entries).otherDates?.example == date("2023-09-17"))
  }

  @Test func mostHoursOfOtherDates() throws {
    let others = try [dated("a/x/1", "2023-09-17"), dated("a/x/2", "2023-09-16")]
    let today = try [place("a/x/4", "y", hours: daily([])), place("a/x/5", "z", hours: daily([]))]
    let most = try summary(others + today.prefix(1))
    #expect(most.otherDates?.count == 2)
    #expect(!most.isAllOnOtherDates)
    #expect(try summary(others + today).otherDates == nil, "half of them is not most")
  }

  @Test func hoursWithoutBeginningOrEnd() throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    let week = WeekPlan([.monday: DayPlan([try service("10:00", "14:00")])])
    func weekly(from: LocalDate? = nil, to: LocalDate? = nil) throws -> Entry {
      let layer = try #require(Layer(.weekly, from: from, to: to, .week(week)))
      return try place("a/x/1", "x", hours: Schedule(zone: zone, layers: [layer]))
    }
    let ended = try #require(try summary([weekly(to: date("2024-08-21"))]).otherDates)
    #expect(ended.first == nil)
    #expect(try ended.last == date("2024-08-21"))
    #expect(try ended.example == date("2024-08-21"))
    let begins = try #require(try summary([weekly(from: date("2027-01-01"))]).otherDates)
    #expect(try [begins.first, begins.last, begins.example] == [date("2027-01-01"), nil, date("2027-01-02")])
  }
}
