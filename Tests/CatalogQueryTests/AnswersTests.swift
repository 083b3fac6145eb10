import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@Suite struct AnswersTests {
  private func answers(_ hours: Schedule?, at time: String) throws -> OpeningSummary {
    OpeningSummary(of: try place("a/x/1", "x", hours: hours), by: try rule(at: time))
  }

  @Test func fourAnswersOfPlace() throws {
    let hours = try daily([service("07:30", "10:00", "Breakfast"), service("18:00", "26:00")])
    let open = try answers(hours, at: "2026-11-21T19:00:00-05:00")
    #expect(open.isOpen == true)
    #expect(try open.openToday == DayPlan([service("07:30", "10:00", "Breakfast"), service("18:00", "26:00")]))
    #expect(try open.closes == moment("2026-11-22T02:00:00-05:00"))
    #expect(try open.opens == moment("2026-11-22T07:30:00-05:00"), "after it has closed")
    #expect(open.sentence == "Open until 02:00")
    let closed = try answers(hours, at: "2026-11-21T12:00:00-05:00")
    #expect(closed.isOpen == false && closed.closes == nil)
    #expect(try closed.opens == moment("2026-11-21T18:00:00-05:00"))
    let unknown = try answers(nil, at: "2026-11-21T12:00:00-05:00")
    #expect(unknown.isOpen == nil && unknown.closes == nil && unknown.opens == nil && unknown.openToday == .unknown)
    #expect(unknown.sentence == "Hours unknown")
  }

  @Test func weekMarksSpecialDays() throws {
    let weekly = try #require(try daily([service("09:00", "17:00")]).layers.first)
    let zone = try parsed("America/New_York") { Zone($0) }
    let holiday = try #require(
      Layer(.holiday, name: "Break", from: try date("2026-11-25"), to: try date("2026-11-29"), .week(WeekPlan())))
    let dated = Layer(
      .special,
      dates: [
        DatedPlan(try date("2026-11-23"), DayPlan([try service("10:00", "12:00")])), DatedPlan(try date("2026-12-24"), .closed),
        DatedPlan(try date("2026-12-25"), .closed),
      ])
    let hours = Schedule(zone: zone, layers: [weekly, holiday, dated])
    let week = DayHours.days(7, from: try date("2026-11-21"), of: hours)
    #expect(week.map(\.specialName) == [nil, nil, "special hours", nil, "Break", "Break", "Break"])
    #expect(week[4].plan == .closed)
    let coming = HoursException.upcoming(in: hours, from: try date("2026-11-26"))
    #expect(try coming.map(\.from) == [date("2026-11-26"), date("2026-12-24")])
    #expect(try coming.map(\.to) == [date("2026-11-29"), date("2026-12-25")])
    #expect(coming.map(\.plan) == [.closed, .closed])
    #expect(
      HoursException.upcoming(in: Schedule(zone: zone, layers: [dated]), from: try date("2026-11-21")).isEmpty, "all services of the feed")
  }
}

@Test(
  "Days of an exception with the same hours are one exception, unless it is longer than a month and its days differ",
  arguments: [
    ("2026-12-03", ["2026-12-01 to 2026-12-01", "2026-12-02 to 2026-12-03"]),
    ("2026-12-08", ["2026-12-01 to 2026-12-01", "2026-12-02 to 2026-12-07", "2026-12-08 to 2026-12-08"]),
    ("2027-01-31", ["2026-12-01 to 2027-01-31"]),
  ])
func exceptionsAreRuns(last: String, runs: [String]) throws {
  let week = WeekPlan([.tuesday: DayPlan([try service("10:00", "14:00")])])
  let holiday = try #require(Layer(.holiday, name: "Break", from: date("2026-12-01"), to: date(last), .week(week)))
  var hours = try daily([service("07:00", "18:00")])
  hours = Schedule(zone: hours.zone, layers: hours.layers + [holiday])
  let found = HoursException.upcoming(in: hours, from: try date("2026-11-21"))
  #expect(found.map { "\($0.from) to \($0.to?.description ?? "")" } == runs)
  #expect(found.allSatisfy { ($0.plan == nil) == (runs.count == 1) })
}
