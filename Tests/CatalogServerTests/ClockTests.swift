import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The clock of sentences and pages") struct ClockTests {
  /// A site of an American and a British campus, each with a place that is open from 7:30 to midnight.
  private func site() async throws -> TestSite {
    let entries = [
      try place("us/x/1", "One", hours: daily([service("07:30", "18:00", "Meals"), service("19:00", "24:00")])),
      try place("gb/x/1", "Two", hours: daily([service("07:30", "18:00")])),
    ]
    let site = try await TestSite(entries)
    try await site.show(entries, countries: ["us": "US", "gb": "GB"])
    return site
  }

  @Test("The API writes sentences as in the country of the campus, unless the question has a clock")
  func api() async throws {
    let site = try await site()
    for (path, sentences) in [
      ("/api/v1/entries", ["Open until 18:00", "Open until 6 PM"]), ("/api/v1/entries?clock=24", ["Open until 18:00", "Open until 18:00"]),
      ("/api/v1/entries?clock=12", ["Open until 6 PM", "Open until 6 PM"]),
      ("/api/v1/entries/us/x/1", ["Open until 6 PM"]), ("/api/v1/entries/us/x/1?clock=24", ["Open until 18:00"]),
      ("/api/v1/entries?campus=us&at=2026-11-22", ["Open 7:30 AM–6 PM, 7 PM–midnight"]),
      ("/api/v1/entries?campus=us&at=2026-11-22T20:00-05:00", ["Open until Sun midnight"]),
    ] {
      let text = try await site.get(path).text
      let found = text.matches(of: /"status":\{[^}]*"sentence":"([^"]+)"/).map { String($0.output.1) }
      #expect(found.sorted() == sentences.sorted(), "\(path)")
      #expect(text.contains(#"["07:30","18:00"#), "data does not depend on the clock: \(path)")
    }
    let wrong = try await site.get("/api/v1/entries?clock=13")
    #expect(wrong.status == 400 && wrong.text.contains("clock must be one of 12, 24"), "\(wrong.text)")
    #expect(try await site.get("/api/v1/catalog.csv?clock=12").status == 200, "a table accepts a clock, and does not depend on it")
  }

  @Test("Pages show no other clock than that of the country, or the one in their address")
  func pages() async throws {
    let site = try await site()
    let twelve = try await site.get("/places/us/x/1").text
    #expect(
      twelve.contains(">Open until 6 PM<") && twelve.contains("<li>7:30 AM–6 PM <small dir=\"auto\">Meals")
        && twelve.contains("7 PM–midnight"))
    #expect(
      twelve.contains(
        #""styles":{"gb":{"clock":"24","isMonthFirst":false,"units":"mi"},"us":{"clock":"12","isMonthFirst":true,"units":"mi"}}"#))
    #expect(!twelve.contains("18:00<") && twelve.contains("Sat, Nov 21, 12 PM"))
    let chosen = try await site.get("/places/us/x/1?clock=24&units=km").text
    #expect(
      chosen.contains(">Open until 18:00<") && chosen.contains("19:00–midnight")
        && chosen.contains(#""us":{"clock":"24","isMonthFirst":true,"units":"km"}"#))
    #expect(try await site.get("/all?clock=24").text.contains("What is open"), "a clock is not a filter")
    for format in ["html", "md"] {
      #expect(try await site.get("/api/v1/catalog.\(format)?campus=us").text.contains("7 PM–midnight"), "\(format)")
      #expect(try await site.get("/api/v1/catalog.\(format)?campus=us&clock=24").text.contains("19:00–midnight"), "\(format)")
    }
  }
}

@Suite("Questions about longer than an instant") struct PeriodTests {
  private func site(at moment: String = "2026-11-21T12:00:00-05:00") async throws -> TestSite {
    try await TestSite(
      [
        place("a/x/1", "Day", hours: daily([service("10:00", "17:00")])), place("a/x/2", "Late", hours: daily([service("10:00", "23:00")])),
        place("a/x/3", "Night", hours: daily([service("20:00", "26:00")])),
        place("a/x/4", "Always", hours: daily([service("00:00", "24:00")])), place("a/x/5", "Unknown"),
      ], at: moment)
  }

  @Test(
    "Places that stay open",
    arguments: [
      ("until=22:00", ["4", "2"]), ("until=16:00", ["4", "1", "2"]), ("for=6h", ["4", "2"]), ("for=4h30m", ["4", "1", "2"]),
      ("at=tomorrow%2020:00&until=01:00", ["4", "3"]), ("until=2026-11-21T22:30:00-05:00", ["4", "2"]),
      ("open=now&for=90", ["4", "1", "2"]),
    ])
  func stayingOpen(_ query: String, _ expected: [String]) async throws {
    let site = try await site()
    #expect(try await site.selectedByAPI(query + "&sort=name") == expected.map { "a/x/\($0)" })
    #expect(try await site.ids(query + "&sort=name") == expected.map { "a/x/\($0)" })
  }

  @Test(
    "Questions that make no sense",
    arguments: [
      "until=22:00&for=2h", "for=long", "until=soon", "until=22:00&state=closed", "at=tomorrow&for=2h",
      "at=tonight&until=22:00", "until=2026-11-20T12:00:00-05:00",
    ])
  func problems(_ query: String) async throws { #expect(try await site().get("/api/v1/entries?\(query)").status == 400) }

  @Test("Tonight is from 18:00 to 02:00, also after midnight, and searches may name a time")
  func tonight() async throws {
    for moment in ["2026-11-21T12:00:00-05:00", "2026-11-21T20:00:00-05:00", "2026-11-22T01:30:00-05:00"] {
      let site = try await site(at: moment)
      let text = try await site.get("/api/v1/entries?at=tonight&sort=name").text
      let sentences = text.matches(of: /"sentence":"([^"]+)"/).map { String($0.output.1) }
      #expect(sentences == ["Open all night", "Closed", "Open until 23:00", "Open 20:00–02:00", "Hours unknown"], "\(moment)")
      #expect(try await site.selectedByAPI("open=tonight&sort=name") == ["a/x/4", "a/x/2", "a/x/3"])
      let found = try await site.get("/api/v1/entries?q=night%20tonight").text
      #expect(found.contains(#""understood":"tonight""#) && found.contains("Open 20:00–02:00"))
      #expect(try await site.get("/all?at=tonight").text.contains("18:00–02:00"))
    }
    let site = try await site()
    let sunday = try await site.get("/api/v1/entries?q=late%20sunday").text
    #expect(sunday.contains("Open 10:00–23:00") && sunday.contains(#""understood":"on Sunday""#))
    let chosen = try await site.get("/api/v1/entries?q=late%20sunday&at=20:00").text
    #expect(chosen.contains("Open until Sat 23:00") && !chosen.contains("understood"))
    #expect(try await site.get("/all?q=late%20sunday").text.contains("Understood as <bdi>on Sunday</bdi>."))
  }
}
