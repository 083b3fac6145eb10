import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

/// The days of places in lists: as times, in words, and as an independent program computes them.
@Suite struct DayListingTests {
  private func today(
    _ hours: Schedule?, at time: String = "2026-11-21T12:00:00-05:00", freshness: FreshnessLimit? = nil
  ) throws -> String {
    let rule = try rule(at: time, freshness: freshness)
    let listing = rule.listing(try place("a/x/1", "Café", hours: hours))
    var lines = EntryListWriter()
    lines.add(listing, today: rule.days(1, of: listing).first)
    let text = lines.finish()
    return String(try #require(text.firstMatch(of: /"today":(\{.*\})\}\n/)).output.1)
  }

  @Test func openDayHasSpans() throws {
    #expect(
      try today(daily([service("07:00", "10:15", "Breakfast"), service("18:00", "26:00")])) == """
        {"date":"2026-11-21","services":[["07:00","10:15","Breakfast"],["18:00","26:00"]],"state":"open",\
        "sentence":"Open 07:00–10:15, 18:00–02:00","spans":[\
        {"from":"2026-11-21T07:00:00-05:00","to":"2026-11-21T10:15:00-05:00","text":"07:00–10:15","label":"Breakfast"},\
        {"from":"2026-11-21T18:00:00-05:00","to":"2026-11-22T02:00:00-05:00","text":"18:00–02:00"}]}
        """)
  }

  @Test func closedAndUnknownDaysDiffer() throws {
    #expect(
      try today(daily([])) == #"{"date":"2026-11-21","services":[],"state":"closed","sentence":"Closed","spans":[]}"#)
    #expect(
      try today(nil) == #"{"date":"2026-11-21","services":"unknown","state":"unknown","sentence":"Hours unknown","spans":[]}"#)
  }

  /// Hours that were read too long ago are shown as they were, but nothing is concluded from them.
  @Test func oldHoursAreUnknown() throws {
    var report = FeedReport(
      id: try parsed("a/x") { FeedID($0) }, adapter: try parsed("test") { AdapterID($0) }, outcome: .stale, entries: 1)
    report.checkedAt = try moment("2026-10-01T12:00:00-04:00")
    #expect(
      try today(daily([service("07:00", "10:15")]), freshness: FreshnessLimit([report])) == """
        {"date":"2026-11-21","services":[["07:00","10:15"]],"state":"unknown","sentence":"Hours unknown","spans":[]}
        """)
  }

  /// On Sunday, March 8, 2026, clocks go from 02:00 to 03:00.
  @Test func nightOfAClockChange() throws {
    let night = try daily([service("22:00", "26:30")])
    let spans = #"{"from":"2026-03-07T22:00:00-05:00","to":"2026-03-08T03:30:00-04:00","text":"22:00–02:30"}"#
    // As long as the night goes on, its day is the one in question.
    for time in ["2026-03-07T12:00:00-05:00", "2026-03-08T01:00:00-05:00", "2026-03-08T03:29:59-04:00"] {
      #expect(try today(night, at: time).contains(#""spans":[\#(spans)]"#), "\(time)")
    }
    #expect(try today(night, at: "2026-03-08T03:30:00-04:00").contains(#""date":"2026-03-08""#))
    // Clocks never show the times of this service.
    let early = try today(daily([service("02:10", "02:50")]), at: "2026-03-08T12:00:00-04:00")
    #expect(early.contains(#""from":"2026-03-08T03:10:00-04:00","to":"2026-03-08T03:50:00-04:00","text":"02:10–02:50""#), "\(early)")
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let python = root.appendingPathComponent(".build/oracles/bin/python3").path

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "Scripts/setup --tests installs jsonschema"),
    arguments: [
      "2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-21T17:00:00Z",
      "2026-11-22T04:59:59Z", "2026-11-22T06:15:00Z",
    ])
  func daysAgreeWithAnotherProgram(time: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(String(decoding: EntryListSchema.bytes, as: UTF8.self), to: "schema.json")
    var places = RandomPlaces(seed: 20_261_121)
    let rule = try rule(at: time)
    let entries = try places.make(120)
    var document = EntryListWriter(at: rule.instant, in: nil, total: entries.count)
    for entry in entries {
      let listing = rule.listing(entry)
      let days = rule.days(7, of: listing)
      document.add(listing, today: days.first, week: days)
    }
    try folder.write(document.finish(), to: "days.list")
    let script = Self.root.appendingPathComponent("Tests/Oracles/check_list.py").path
    let result = try await Command.run([Self.python, "-B", script, "--schema", folder.path("schema.json"), folder.path("days.list")])
    #expect(result.status == 0, "\(result.out)\(result.error)")
  }
}
