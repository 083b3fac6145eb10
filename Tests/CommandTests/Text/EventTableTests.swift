import CampusCatalog
import CatalogQuery
import OpeningHours
import Testing

@testable import Commands

@Suite struct EventTableTests {
  /// At 03:30 UTC it is still the day before in New York.
  @Test(arguments: [("America/New_York", "Sun 22 Nov 2026 (today)"), ("Europe/Berlin", "Sun 22 Nov 2026"), (nil, "Sun 22 Nov 2026")])
  func todayIsDateInZone(zone: String?, heading: String) throws {
    let feed = try #require(FeedID("penn/events"))
    let day = try #require(LocalDate("2026-11-22"))
    let event = Event(startDate: day, endDate: day)
    let entry = Entry(
      id: try #require(EntryID(feed: feed, record: "1")), campus: feed.campus, name: "Fair",
      sources: [SourceReference(feed: feed, record: "1")], details: .event(event))
    let now = try #require(Instant("2026-11-23T03:30:00Z"))
    let rule = StatusRule(at: now, campuses: [])
    let lines = Table.lines(
      of: [EventListing(entry, event, by: rule)], rule, in: zone.flatMap(Zone.init),
      on: Terminal(width: 80, hasColor: false))
    #expect(lines.first == heading)
  }
}
