import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@Suite struct TrustTests {
  private func report(_ id: String, checked: String? = nil, fetched: String? = nil) throws -> FeedReport {
    var report = FeedReport(id: try feedID(id), adapter: try parsed("x") { AdapterID($0) }, outcome: .unchanged)
    report.checkedAt = try checked.map(moment)
    report.fetchedAt = try fetched.map(moment)
    return report
  }

  private func status(_ entry: Entry, _ feeds: [FeedReport], at time: String) throws -> Status {
    try rule(at: time, freshness: FreshnessLimit(feeds)).status(of: entry)
  }

  private func merged() throws -> Entry {
    var entry = try place("a/x/1", "x", hours: daily([service("00:00", "24:00")]))
    entry.sources.append(SourceReference(feed: try feedID("a/y"), record: "2"))
    return entry
  }

  @Test func hoursExpireAfterFourteenDays() throws {
    let entry = try place("a/x/1", "x", hours: daily([service("00:00", "24:00")]))
    let feeds = [try report("a/x", checked: "2026-11-01T12:00:00Z", fetched: "2026-10-01T12:00:00Z")]
    #expect(try status(entry, feeds, at: "2026-11-15T12:00:00Z").isOpen)
    #expect(try status(entry, feeds, at: "2026-11-15T12:00:01Z").unknownReason == .old(moment("2026-11-01T12:00:00Z")))
    #expect(
      try status(entry, [try report("a/x", fetched: "2026-10-01T12:00:00Z")], at: "2026-11-15T12:00:00Z").unknownReason?.code == "feed.old")
    #expect(try status(entry, [try report("a/x")], at: "2026-11-15T12:00:01Z").isOpen, "no time is known")
    #expect(try rule(at: "2026-12-15T12:00:01Z").status(of: entry).isOpen, "trust is not limited")
    #expect(try status(place("a/x/2", "y"), feeds, at: "2026-12-15T12:00:01Z").unknownReason == UnknownHoursReason.noHours)
  }

  @Test func onlyFeedOfHoursCounts() throws {
    let feeds = [try report("a/x", checked: "2026-11-01T12:00:00Z"), try report("a/y", checked: "2026-11-20T12:00:00Z")]
    let now = "2026-11-21T12:00:00Z"
    var entry = try merged()
    #expect(try status(entry, feeds, at: now).isOpen, "without provenance the newest of all")
    entry.provenance = [Provenance(field: "hours", origin: .entry(try entryID("a/x/1")), overridden: [])]
    #expect(try status(entry, feeds, at: now).unknownReason?.code == "feed.old")
    entry.provenance = [Provenance(field: "hours", origin: .entry(try entryID("a/y/2")), overridden: [])]
    #expect(try status(entry, feeds, at: now).isOpen)
    entry.provenance = [Provenance(field: "hours", origin: .correction, overridden: [.init(from: try entryID("a/x/1"), value: "{}")])]
    #expect(try status(entry, feeds, at: now).unknownReason?.code == "feed.old", "a correction on top of a feed's hours")
  }

  @Test func correctionsDoNotExpire() throws {
    var entry = try merged()
    let zone = try parsed("UTC") { Zone($0) }
    entry.details = .place(Place(category: .cafe, hours: Schedule(zone: zone, layers: [Layer(.manual, unbounded: .always)])))
    entry.provenance = [Provenance(field: "hours", origin: .correction, overridden: [])]
    #expect(try status(entry, [try report("a/x", checked: "2020-01-01T12:00:00Z")], at: "2026-11-21T12:00:00Z").isOpen)
  }
}
