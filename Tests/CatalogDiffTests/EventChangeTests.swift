import CampusCatalog
import CatalogDiff
import OpeningHours
import TestKit
import Testing

/// Changes of events in words, on Saturday 21 November 2026 in New York.
@Suite struct EventChangeTests {
  private func listed(_ days: [String: String], _ change: (inout Event) -> Void = { _ in }) throws -> Entry {
    let plans = try days.map { DatedPlan(try date($0.key), try plan($0.value)) }
    return try event(Schedule(zone: zone(), layers: [Layer(.special, dates: plans)]), change)
  }

  private func event(_ hours: Schedule, _ change: (inout Event) -> Void = { _ in }) throws -> Entry {
    var event = try parsed("hours") { _ in Event(hours: hours) }
    change(&event)
    return try entry("penn/events/1", name: "Jazz", .event(event))
  }

  private func weekly(_ days: [String: String], _ exceptions: [String: String] = [:]) throws -> Entry {
    let layer = Layer(.weekly, from: try date("2026-11-02"), try week(days))
    let dates = try exceptions.map { DatedPlan(try date($0.key), try plan($0.value)) }
    return try event(Schedule(zone: zone(), layers: [#require(layer)] + (dates.isEmpty ? [] : [Layer(.special, dates: dates)])))
  }

  private func changes(_ old: Entry, _ new: Entry) throws -> [String] {
    Change.between(old, new, at: try instant("2026-11-21T17:00:00Z"), zone: try zone()).map(\.text)
  }

  @Test func timesOfSeries() throws {
    let jazz = try weekly(["mo": "19:00-21:00"])
    #expect(
      try changes(jazz, weekly(["mo": "20:00-21:00"])) == [
        "starts an hour later on Mondays from Sat 21 Nov 2026 on: 20:00–21:00, was 19:00–21:00"
      ])
    #expect(try changes(jazz, weekly(["mo": "19:00-21:00"], ["2026-11-30": ""])) == ["no longer on Mon 30 Nov 2026, was 19:00–21:00"])
    #expect(try changes(jazz, weekly(["mo": "19:00-21:00"], ["2026-12-01": "19:00-21:00"])) == ["now also on Tue 1 Dec 2026: 19:00–21:00"])
    #expect(try changes(jazz, weekly(["mo": "19:00-21:00"], ["2026-11-16": ""])) == [], "it is over")
  }

  @Test func seriesMayEnd() throws {
    let jazz = try weekly(["mo": "19:00-21:00"])
    let layer = try #require(Layer(.weekly, from: date("2026-11-02"), to: date("2026-12-14"), week(["mo": "19:00-21:00"])))
    let short = try event(Schedule(zone: zone(), layers: [layer]))
    #expect(try changes(jazz, short).contains("ends on Mon 14 Dec 2026 now"))
    #expect(try changes(short, jazz).contains("no longer has an end, was to end on Mon 14 Dec 2026"))
    let log = try changeLog(catalog([]), catalog([entry("penn/dining/1", .event(#require(jazz.event)))]))
    #expect(ChangeText.lines(of: log).contains { $0.contains("event from Mon 2 Nov 2026 on") }, "\(ChangeText.lines(of: log))")
  }

  /// An event that is no longer listed has ended when its last occurrence has, also on the same day.
  @Test(arguments: [("2026-11-21T18:59:00Z", false), ("2026-11-21T19:00:00Z", true), ("2026-11-22T12:00:00Z", true)])
  func endedEvents(at time: String, hasEnded: Bool) throws {
    let talk = try listed(["2026-11-21": "12:00-14:00"])
    let log = try changeLog(
      catalog([entry("penn/dining/1", .event(#require(talk.event)))], at: "2026-11-21T12:00:00Z"), catalog([], at: time))
    #expect(log.entries.map(\.event) == [hasEnded ? .ended : .gone])
  }

  @Test func movedEvent() throws {
    let old = try listed(["2026-11-28": "19:00-21:00"])
    #expect(
      try Set(changes(old, listed(["2026-12-05": "19:00-21:00"]))) == [
        "no longer on Sat 28 Nov 2026, was 19:00–21:00", "now also on Sat 5 Dec 2026: 19:00–21:00",
        "begins on Sat 5 Dec 2026, was Sat 28 Nov 2026",
        "ends on Sat 5 Dec 2026, was Sat 28 Nov 2026",
      ])
    #expect(
      try changes(old, listed(["2026-11-28": "19:30-22:00"])) == [
        "starts 30 minutes later and ends an hour later on Sat 28 Nov 2026: 19:30–22:00, was 19:00–21:00"
      ])
  }

  /// A list of dates that moves on is not a change, except of its end.
  @Test func listsMoveOn() throws {
    let old = try listed(["2026-11-14": "19:00-21:00", "2026-11-28": "19:00-21:00", "2026-12-12": "19:00-21:00"])
    let new = try listed(["2026-11-28": "19:00-21:00", "2026-12-12": "19:00-21:00", "2026-12-26": "19:00-21:00"])
    #expect(try changes(old, new) == ["ends on Sat 26 Dec 2026, was Sat 12 Dec 2026"])
  }

  @Test func otherFields() throws {
    let old = try listed(["2026-11-28": "19:00-21:00"])
    let new = try listed(["2026-11-28": "19:00-21:00"]) { event in
      event.status = .cancelled
      event.location = Location(building: "Houston Hall", room: "120")
      event.cost = "$5"
      event.organizer = "Jazz Society"
      event.audience = ["Alumni"]
      event.isOnline = false
      event.endUnknown = true
    }
    #expect(
      try changes(old, new) == [
        "building added: “Houston Hall”", "room added: “120”", "no longer states when it ends", "is canceled now",
        "organizer added: “Jazz Society”",
        "cost added: “$5”", "audience: added Alumni", "is not online now",
      ])
    #expect(try changes(new, old).contains("is no longer canceled"))
  }

  @Test func placesHaveAccess() throws {
    var (old, new) = (try place("penn/l/1"), try place("penn/l/1"))
    old.details = .place(Place(category: .library))
    new.details = .place(Place(category: .library, access: .members, partOf: try parsed("penn/l/2") { EntryID($0) }))
    #expect(try changes(old, new) == ["access added: “members”", "place of which it is a part added: “penn/l/2”"])
  }
}
