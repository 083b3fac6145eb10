import CampusCatalog
import FeedKit
import OpeningHours
import TestKit
import Testing

@testable import Aggregation

/// Events of several feeds are the same if they have one title, begin at one time and are at one place.
@Suite struct EventMergeTests {
  /// An event at 19:00 of a day in London; with an hour later as its stated end, or none.
  private static func event(_ day: String, _ times: (String, String)?, building: String? = "Hall") throws -> Event {
    let date = try parsed(day) { LocalDate($0) }
    var event = Event(startDate: date, endDate: date, location: Location(building: building))
    if let times {
      let service = try #require(Service(opens: parsed(times.0) { LocalTime($0) }, closes: parsed(times.1) { LocalTime($0) }))
      event.hours = Schedule(
        zone: try parsed("Europe/London") { Zone($0) }, layers: [Layer(.special, dates: [DatedPlan(date, DayPlan([service]))])])
    }
    return event
  }

  private static func result(_ feed: String, priority: Int, _ events: [(name: String, event: Event)]) throws -> FeedResult {
    let id = try parsed(feed) { FeedID($0) }
    var result = FeedResult(
      FeedReport(id: id, adapter: try parsed("places") { AdapterID($0) }, outcome: .fresh), priority: priority)
    result.entries = try events.enumerated().map { index, one in
      Entry(
        id: try parsed("\(feed)/\(index)") { EntryID($0) }, campus: id.campus, name: one.name,
        sources: [SourceReference(feed: id, record: "\(index)")], details: .event(one.event))
    }
    return result
  }

  private static func merged(_ strong: [(String, Event)], _ weak: [(String, Event)], _ links: [EntryLink] = []) throws -> [Entry] {
    var results = [try result("town/a", priority: 2, strong), try result("town/b", priority: 1, weak)]
    return Merge(links: links).merge(&results).sorted { $0.id < $1.id }
  }

  @Test func sameTitleTimeAndPlace() throws {
    var stated = try Self.event("2026-11-21", ("19:00", "21:00"))
    stated.organizer = "Jazz Society"
    stated.endUnknown = false
    var open = try Self.event("2026-11-21", ("19:00", "20:00"))
    open.endUnknown = true
    open.cost = "$5"
    let one = try #require(try Self.merged([("Jazz Night", stated)], [("JAZZ night!", open)]).first)
    #expect(one.aliases.map(\.description) == ["town/b/0"])
    #expect(one.event?.hours == stated.hours && one.event?.endUnknown == false, "the end belongs to the times")
    #expect(one.event?.organizer == "Jazz Society" && one.event?.cost == "$5")
    let other = try #require(try Self.merged([("Jazz Night", open)], [("Jazz Night", stated)]).first)
    #expect(other.event?.hours == open.hours && other.event?.endUnknown == true)
    #expect(other.provenance.contains { $0.field == "hours" } && !other.provenance.contains { $0.field == "endUnknown" })
  }

  @Test func anotherTimeOrPlaceIsAnotherEvent() throws {
    let one = try Self.event("2026-11-21", ("19:00", "21:00"))
    let others = [
      try Self.event("2026-11-21", ("20:00", "21:00")), try Self.event("2026-11-22", ("19:00", "21:00")),
      try Self.event("2026-11-21", nil), try Self.event("2026-11-21", ("19:00", "21:00"), building: "Hut"),
      try Self.event("2026-11-21", ("19:00", "21:00"), building: nil),
    ]
    for other in others { #expect(try Self.merged([("Jazz", one)], [("Jazz", other)]).count == 2, "\(other)") }
    // Several times of one title do not make the match ambiguous.
    #expect(try Self.merged([("Jazz", one), ("Jazz", others[0])], [("Jazz", others[0]), ("Jazz", one)]).count == 2)
  }

  /// A link may join events of different days; the dates are then those of the times.
  @Test func linkedEventsHaveConsistentDates() throws {
    let (day, night) = (try Self.event("2026-11-21", nil), try Self.event("2026-11-22", ("19:00", "21:00")))
    let ids = try ["town/a/0", "town/b/0"].map { text in try parsed(text) { EntryID($0) } }
    let one = try #require(try Self.merged([("Jazz", day)], [("Concert", night)], [EntryLink(isSame: true, ids: ids)]).first)
    #expect(one.event?.startDate == night.startDate && one.event?.endDate == night.endDate && one.event?.hours == night.hours)
  }
}
