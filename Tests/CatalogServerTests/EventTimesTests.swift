import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("Events with times, on pages and in the API; Saturday 21 November 2026, 12:00 in New York")
struct EventTimesTests {
  private func event(_ record: String, _ times: [(String, String, String)], _ change: (inout Event) -> Void = { _ in }) throws -> Entry {
    let zone = try parsed("America/New_York") { Zone($0) }
    let plans = try times.map { DatedPlan(try date($0.0), DayPlan([try service($0.1, $0.2)])) }
    var event = try #require(Event(hours: Schedule(zone: zone, layers: [Layer(.special, dates: plans)])))
    change(&event)
    var entry = try place("a/x/\(record)", record)
    entry.details = .event(event)
    return entry
  }

  private func site() async throws -> TestSite {
    try await TestSite([
      event("talk", [("2026-11-21", "11:30", "13:00")]) { $0.location = Location(building: "Houston Hall", room: "Room 120") },
      event("party", [("2026-11-21", "22:00", "26:00"), ("2026-11-28", "22:00", "26:00")]),
      event("canceled", [("2026-11-21", "11:00", "14:00")]) { $0.status = .cancelled },
      event("brunch", [("2026-11-22", "10:00", "11:00")]) { $0.endUnknown = true },
    ])
  }

  private func ids(_ text: String) -> [String] { text.matches(of: /"id":"a\/x\/([a-z]*)"/).map { String($0.output.1) } }

  @Test(
    "The API has events by their times",
    arguments: [
      ("", ["canceled", "talk", "party", "brunch"]), ("&when=now", ["talk"]), ("&when=tonight", ["party"]),
      ("&when=weekend", ["canceled", "talk", "party", "brunch"]), ("&from=2026-11-22&to=2026-11-22", ["brunch"]),
      ("&from=2026-11-28", ["party"]), ("&at=2026-11-22T10:30", ["brunch", "party"]), ("&when=now&at=2026-11-22T00:30", ["party"]),
      ("&when=tonight&at=2026-11-22T00:30", ["party"]), ("&when=tonight&at=2026-11-22T02:00", []), ("&when=tonight&at=2026-11-22", []),
    ])
  func timesInAPI(query: String, expected: [String]) async throws {
    #expect(try await ids(site().get("/api/v1/entries?kind=event\(query)").text) == expected)
  }

  @Test("Wrong times are refused", arguments: ["when=later", "from=tomorrow", "from=2026-11-22&to=2026-11-21", "when=now&to=2026-11-22"])
  func wrongTimes(query: String) async throws {
    #expect(try await site().get("/api/v1/entries?kind=event&\(query)").status == 400)
  }

  @Test("An event has its occurrences")
  func detailsOfEvent() async throws {
    let text = try await site().get("/api/v1/entries/a/x/party").text
    #expect(
      text.contains(
        #""occurrences":[{"starts":"2026-11-21T22:00:00-05:00","ends":"2026-11-22T02:00:00-05:00"},{"starts":"2026-11-28T22:00:00-05:00","#),
      "\(text)")
    #expect(text.contains(#""occurrence":{"state":"closed","starts":"2026-11-21T22:00:00-05:00""#))
  }

  @Test("Lists of events have times, rooms and what is unusual")
  func eventsOnPages() async throws {
    let list = try await site().get("/a").text
    #expect(list.contains("11:30–13:00 · now · Houston Hall, Room 120"))
    #expect(list.contains("11:00–14:00 · canceled · location unknown"))
    #expect(list.contains("from 10:00 · location unknown") && list.contains("22:00–02:00 · location unknown"))
    let week = try await site().get("/week").text
    #expect(week.contains("Sat 21 Nov, 22:00–02:00") && week.contains("Sun 22 Nov, from 10:00"))
  }

  @Test("A chat is open, but not near anyone; a part of a library leads to it, and the library to its parts")
  func accessAndParts() async throws {
    let here = Location(coordinate: Coordinate(latitude: 40, longitude: -75))
    var room = try place("a/x/2", "Reading room", location: here, hours: daily([service("07:00", "18:00")]))
    var chat = try place("a/x/3", "Chat", location: here, hours: daily([service("07:00", "18:00")]))
    room.details = .place(Place(category: .study, location: here, hours: room.hours, access: .members, partOf: try entryID("a/x/1")))
    chat.details = .place(Place(category: .service, location: here, hours: chat.hours, access: .remote))
    let site = try await TestSite([place("a/x/1", "Library", category: .library, location: here), room, chat])
    #expect(
      try await Set(site.get("/api/v1/entries?near=40,-75&within=1km").text.matches(of: /"id":"([^"]*)"/).map { String($0.output.1) }) == [
        "a/x/1", "a/x/2",
      ])
    #expect(try await site.get("/api/v1/entries?open=now").text.contains("a/x/3"))
    let page = try await site.get("/places/a/x/2").text
    #expect(page.contains("<dt>Part of</dt><dd><a href=\"/places/a/x/1\">") && page.contains("members only"))
    #expect(try await site.get("/places/a/x/1").text.contains("<dt>Parts</dt><dd><a href=\"/places/a/x/2\">"))
  }
}
