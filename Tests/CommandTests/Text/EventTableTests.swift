import CampusCatalog
import CatalogQuery
import OpeningHours
import Testing

@testable import Commands

@Suite struct EventTableTests {
  /// A canceled event has the time for which it was planned.
  @Test func canceledEventHasTime() throws {
    let feed = try #require(FeedID("penn/events"))
    let (opens, closes) = (try #require(LocalTime("19:00")), try #require(LocalTime("21:00")))
    let service = try #require(Service(opens: opens, closes: closes))
    let day = DatedPlan(try #require(LocalDate("2026-11-22")), DayPlan([service]))
    let zone = try #require(Zone("Europe/Berlin"))
    var event = try #require(Event(hours: Schedule(zone: zone, layers: [Layer(.special, dates: [day])])))
    event.status = .cancelled
    let entry = Entry(
      id: try #require(EntryID(feed: feed, record: "1")), campus: feed.campus, name: "Jazz",
      sources: [SourceReference(feed: feed, record: "1")], details: .event(event))
    let rule = StatusRule(at: try #require(Instant("2026-11-22T12:00:00Z")), campuses: [])
    let lines = Table.lines(of: [EventListing(entry, event, by: rule)], rule, in: zone, on: Terminal(width: 80, hasColor: false))
    #expect(lines.last?.contains("19:00–21:00, canceled") == true, "\(lines)")
  }

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
