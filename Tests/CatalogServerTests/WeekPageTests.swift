import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The page of the week")
struct WeekPageTests {
  /// A place that is closed on a holiday, and has other hours before.
  private func shop(_ id: String, _ name: String) throws -> Entry {
    let holiday = WeekPlan([.wednesday: DayPlan([try service("10:00", "14:00")]), .thursday: .closed])
    let layer = try #require(Layer(.holiday, name: "Holiday [\(name)]", from: date("2026-11-25"), to: date("2026-11-26"), .week(holiday)))
    let hours = try daily([service("07:00", "18:00")])
    return try place(id, name, hours: Schedule(zone: hours.zone, layers: hours.layers + [layer]))
  }

  private func event(_ id: String, _ name: String, _ first: String, _ last: String) throws -> Entry {
    var entry = try place(id, name)
    entry.details = .event(Event(startDate: try date(first), endDate: try date(last)))
    return entry
  }

  @Test("Special hours are listed by day, with the usual ones; closed places together")
  func specialHoursByDay() async throws {
    let usual = try place("a/x/3", "Usual", hours: daily([service("07:00", "18:00")]))
    let site = try await TestSite([shop("a/x/1", "One"), shop("a/x/2", "Two"), usual])
    let text = try await site.get("/week").text
    let days = text.components(separatedBy: "<section class=\"day\"").dropFirst()
    #expect(days.count == 2)
    let (wednesday, thursday) = (try #require(days.first), try #require(days.last))
    #expect(wednesday.contains("Wed 25 Nov 2026") && wednesday.contains(">Holiday</h3>"))
    #expect(wednesday.contains("10:00–14:00 <small>usually 07:00–18:00</small>"))
    #expect(
      thursday.contains("2 places closed:") && thursday.contains("href=\"/places/a/x/1\"") && thursday.contains("href=\"/places/a/x/2\""))
    #expect(!text.contains("Usual"))
    #expect(try await site.get("/a").text.contains("href=\"/a/week\">This week</a> <span>2 places with special hours</span>"))
  }

  @Test("Hours that are the same as the usual ones, and hours that are alone, are not unusual")
  func sameHoursAreUsual() throws {
    let hours = try daily([service("07:00", "18:00")])
    let same = Layer(
      .special, name: "Same", dates: [DatedPlan(try date("2026-11-23"), DayPlan([try service("07:00", "18:00")]))])
    let alone = Layer(.special, dates: [DatedPlan(try date("2026-11-23"), .closed)])
    let entries = try [
      place("a/x/1", "One", hours: Schedule(zone: hours.zone, layers: hours.layers + [same])),
      place("a/x/2", "Two", hours: Schedule(zone: hours.zone, layers: [alone])),
    ]
    #expect(UnusualHours.upcoming(days: 7, in: entries, by: try rule()).isEmpty)
  }

  @Test("Prepared places have the same unusual hours", arguments: 0..<3)
  func preparedPlaces(seed: Int) throws {
    var random = RandomPlaces(seed: UInt64(seed))
    let entries = try random.make(60) + [shop("a/x/one", "One")]
    let rule = try rule()
    let found = UnusualHours.upcoming(days: 7, in: entries, by: rule)
    #expect(!found.isEmpty && found == UnusualHours.upcoming(days: 7, in: entries, by: rule, prepared: PreparedPlaces(entries)))
  }

  @Test(
    "Only the week's days count",
    arguments: [("2026-11-18T12:00:00-05:00", false), ("2026-11-19T12:00:00-05:00", true), ("2026-11-27T12:00:00-05:00", false)])
  func daysOfTheWeek(moment: String, isShown: Bool) async throws {
    let site = try await TestSite([shop("a/x/1", "One")], at: moment)
    #expect(try await site.get("/week").text.contains("class=\"day\"") == isShown)
    #expect(try await site.get("/a").text.contains("This week") == isShown)
    #expect(try await site.get("/week").text.contains("Nothing unusual") != isShown)
  }

  @Test("The events of the weekend are there, without those that last for months")
  func eventsOfTheWeekend() async throws {
    let site = try await TestSite([
      shop("b/x/1", "One"), event("a/x/1", "Fair", "2026-11-22", "2026-11-22"), event("a/x/2", "Later", "2026-11-23", "2026-11-24"),
      event("a/x/3", "All year", "2026-01-01", "2026-12-31"),
    ])
    let text = try await site.get("/week").text
    #expect(text.contains("Fair") && !text.contains("Later") && !text.contains("All year"))
    #expect(try await !site.get("/week?campus=b").text.contains("Fair"))
  }

  @Test(
    "The weekend is the coming one, or the one that goes on",
    arguments: [
      ("2026-11-20", "2026-11-21", "2026-11-22"), ("2026-11-21", "2026-11-21", "2026-11-22"), ("2026-11-22", "2026-11-22", "2026-11-22"),
      ("2026-11-23", "2026-11-28", "2026-11-29"),
    ])
  func weekends(day: String, first: String, last: String) throws {
    let (weekend, wanted) = (EventQuery.weekend(from: try date(day)), try date(first)...date(last))
    #expect(weekend == wanted)
  }
}
