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

  /// Returns how many entries are left, and the notes on those that were not merged.
  private static func counted(_ strong: [(String, Event)], _ weak: [(String, Event)]) throws -> (count: Int, notes: [Note]) {
    var results = [try result("town/a", priority: 2, strong), try result("town/b", priority: 1, weak)]
    let count = Merge(links: []).merge(&results).count
    return (count, results.flatMap(\.report.notes))
  }

  /// An event at 19:00 at one place, changed.
  private static func changed(_ change: (inout Event) throws -> Void) throws -> Event {
    var event = try event("2026-11-21", ("19:00", "21:00"))
    try change(&event)
    return event
  }

  /// A place may be a building, words of an address that name it, or a position; its spelling does not matter.
  @Test func placesAreComparedByWords() throws {
    let hall = try Self.changed { $0.location = Location(building: "Town Hall") }
    let same = try [
      Self.changed { $0.location = Location(address: "town hall") }, Self.changed { $0.location = Location(building: "The TOWN HALL.") },
    ]
    for other in same { #expect(try Self.counted([("Jazz", hall)], [("Jazz", other)]).count == 1, "\(other.location)") }
    let others = try [
      Self.changed { $0.location = Location(address: "1 Mill Street") }, Self.changed { $0.location = Location() },
      Self.changed { $0.location = Location(coordinate: Coordinate(latitude: 51.5, longitude: -0.1)) },
    ]
    for other in others {
      let (count, notes) = try Self.counted([("Jazz", hall)], [("Jazz", other)])
      #expect(count == 2 && notes.isEmpty, "\(other.location)")
    }
    // Without a location in both feeds, nothing says that they are the same.
    #expect(try Self.counted([("Jazz", others[1])], [("Jazz", others[1])]).count == 2)
  }

  @Test func positionsDecideBeforeWords() throws {
    func at(_ latitude: Double, _ building: String) throws -> Event {
      try Self.changed { $0.location = Location(building: building, coordinate: Coordinate(latitude: latitude, longitude: -0.1)) }
    }
    #expect(try Self.counted([("Jazz", at(51.5, "Hall"))], [("Jazz", at(51.5002, "Aula"))]).count == 1)
    #expect(try Self.counted([("Jazz", at(51.5, "Hall"))], [("Jazz", at(51.51, "Hall"))]).count == 2)
  }

  /// Two equal events of one feed make the match ambiguous, with a note on each.
  @Test func ambiguousEventsAreNotMerged() throws {
    let one = try Self.event("2026-11-21", ("19:00", "21:00"))
    let (count, notes) = try Self.counted([("Jazz", one)], [("Jazz", one), ("Jazz", one)])
    #expect(count == 3 && !notes.isEmpty)
    #expect(notes.allSatisfy { $0.code == .mergeAmbiguous && $0.detail.contains("town/b/0, town/b/1") }, "\(notes)")
  }

  @Test func roomsOfABuildingAreDifferentPlaces() throws {
    func room(_ room: String?) throws -> Event { try Self.changed { $0.location = Location(building: "Hall", room: room) } }
    #expect(try Self.counted([("Yoga", room("101"))], [("Yoga", room("102"))]).count == 2)
    #expect(try Self.counted([("Yoga", room("Room 101"))], [("Yoga", room("room 101"))]).count == 1)
    #expect(try Self.counted([("Yoga", room("101"))], [("Yoga", room(nil))]).count == 1, "one feed does not name the room")
  }

  /// The end and the status are those of the stronger feed that states them.
  @Test func endsAndStatusesMayDiffer() throws {
    let planned = try Self.event("2026-11-21", ("19:00", "21:00"))
    let longer = try Self.event("2026-11-21", ("19:00", "23:00"))
    let one = try #require(try Self.merged([("Jazz", planned)], [("Jazz", longer)]).first)
    #expect(one.event?.hours == planned.hours && one.provenance.contains { $0.field == "hours" })
    let canceled = try Self.changed { $0.status = .cancelled }
    for (strong, weak) in [(planned, canceled), (canceled, planned)] {
      let merged = try Self.merged([("Jazz", strong)], [("Jazz", weak)])
      #expect(merged.count == 1 && merged.first?.event?.status == .cancelled)
    }
  }

  /// A link may join events of different days; the dates are then those of the times.
  @Test func linkedEventsHaveConsistentDates() throws {
    let (day, night) = (try Self.event("2026-11-21", nil), try Self.event("2026-11-22", ("19:00", "21:00")))
    let ids = try ["town/a/0", "town/b/0"].map { text in try parsed(text) { EntryID($0) } }
    let one = try #require(try Self.merged([("Jazz", day)], [("Concert", night)], [EntryLink(kind: .same, ids: ids)]).first)
    #expect(one.event?.startDate == night.startDate && one.event?.endDate == night.endDate && one.event?.hours == night.hours)
  }
}
