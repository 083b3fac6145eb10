import FeedKit
import FeedMapping
import Testing

/// Mappings whose entries are events.
@Suite struct EventMappingTests {
  private static let head = #""entries": "event", "records": "", "id": "/id", "name": "/title""#

  /// Returns "19:00-21:00 on 2026-11-24; …", with the dates of the event in front.
  private static func times(_ event: Event) -> String {
    let dates = event.startDate == event.endDate ? "\(event.startDate)" : "\(event.startDate) to \(event.endDate)"
    guard let hours = event.hours else { return "\(dates): all day" }
    let days = hours.layers.flatMap { layer -> [String] in
      guard case .days(let days) = layer.rule else { return ["?"] }
      return days.map { day in
        let services = day.plan.services.map { "\($0.opens)-\($0.closes)" }.joined(separator: " ")
        let note = layer.notes[day.date].map { " (\($0))" } ?? ""
        return "\(day.date.description.suffix(5)) \(services.isEmpty ? "none" : services)\(note)"
      }
    }
    return "\(dates): \(days.joined(separator: ", "))\(event.endUnknown ? ", end unknown" : "")"
  }

  private static func read(_ times: String, _ records: String..., more: String = "") async throws -> FeedDraft {
    let mapping = "{\(head), \"times\": \(times)\(more)}"
    let body = records.enumerated().map { #"{"id": \#($0), "title": "Talk", \#($1)}"# }.joined(separator: ", ")
    return try await MappingCase(mapping).read("[\(body)]")
  }

  @Test(arguments: [
    (#""s": "2026-11-24T19:00:00-05:00", "e": "2026-11-24T21:00:00-05:00""#, "2026-11-24: 11-24 19:00-21:00"),
    // An evening in UTC, and a night that belongs to the day it begins.
    (#""s": "2026-11-25T00:30:00Z", "e": "2026-11-25T03:00:00Z""#, "2026-11-24: 11-24 19:30-22:00"),
    (#""s": "2026-11-24 22:00:00", "e": "2026-11-25 02:00:00""#, "2026-11-24: 11-24 22:00-26:00"),
    (#""s": "2026-11-24 20:00", "e": "2026-11-24 23:59:59""#, "2026-11-24: 11-24 20:00-24:00"),
    (#""s": "2026-11-24 20:00", "e": null"#, "2026-11-24: 11-24 20:00-21:00, end unknown"),
    (#""s": "2026-11-24 20:00", "e": "2026-11-24 20:00""#, "2026-11-24: 11-24 20:00-21:00, end unknown"),
    (#""s": "2026-11-24 20:00", "e": "2026-11-23 21:00""#, "2026-11-24: 11-24 20:00-21:00, end unknown"),
    (#""s": "2026-11-24 20:00", "e": "late""#, "2026-11-24: 11-24 20:00-21:00, end unknown"),
    (#""s": "2026-11-24 20:00", "e": "10:30pm""#, "2026-11-24: 11-24 20:00-22:30"),
    (#""s": "2026-11-24 20:00", "e": "1am""#, "2026-11-24: 11-24 20:00-25:00"),
    // Several days: a service on each, which meet at midnight.
    (
      #""s": "2026-11-24 18:00", "e": "2026-11-26 12:00""#,
      "2026-11-24 to 2026-11-26: 11-24 18:00-24:00, 11-25 00:00-24:00, 11-26 00:00-12:00"
    ),
    // Whole days.
    (#""s": "2026-11-24", "e": "2026-11-26""#, "2026-11-24 to 2026-11-26: all day"),
    (#""s": "2026-11-24T00:00:00-05:00", "all": true"#, "2026-11-24: all day"),
    (#""s": "2026-11-24 00:00:00", "e": "2026-11-25 23:59:59", "all": true"#, "2026-11-24 to 2026-11-25: all day"),
    (#""s": "2026-11-24 00:00:00", "e": "2026-11-26 00:00:00", "all": true"#, "2026-11-24 to 2026-11-25: all day"),
  ])
  func timesOfOneOccurrence(_ record: String, _ expected: String) async throws {
    let draft = try await Self.read(#"{"starts": "/s", "ends": "/e", "allDay": {"at": "/all"}}"#, record)
    #expect(Self.times(try #require(draft.entries.first?.event, "\(draft.notes)")) == expected)
  }

  @Test(arguments: [
    (#"{"starts": {"epoch": "/t"}, "ends": {"duration": "/n"}}"#, #""t": 1795478400, "n": 90"#, "2026-11-23: 11-23 19:00-20:30"),
    (
      #"{"starts": {"date": "/d", "time": "/t"}, "ends": {"date": "/d", "time": "/n"}}"#, #""d": "2026-11-24", "t": "7pm", "n": "9pm""#,
      "2026-11-24: 11-24 19:00-21:00"
    ),
    (
      #"{"starts": {"date": {"date": "/d", "order": "month-first"}, "time": "/t"}, "ends": {"date": {"date": "/d", "order": "month-first"}, "time": "/n"}}"#,
      #""d": "11/24/2026", "t": "9pm", "n": "1am""#, "2026-11-24: 11-24 21:00-25:00"
    ),
    (#"{"starts": {"date": "/d", "time": "/t"}}"#, #""d": "2026-11-24", "t": """#, "2026-11-24: all day"),
    (#"{"starts": "/d", "ends": {"duration": "/n"}}"#, #""d": "2026-11-24 23:00", "n": "PT3H""#, "2026-11-24: 11-24 23:00-26:00"),
  ])
  func formsOfTimes(_ times: String, _ record: String, _ expected: String) async throws {
    let draft = try await Self.read(times, record)
    #expect(Self.times(try #require(draft.entries.first?.event, "\(draft.notes)")) == expected)
  }

  @Test func seriesAreOneEntry() async throws {
    let times = #"{"each": "/dates", "starts": "/s", "ends": "/e", "cancelled": {"at": "/off"}, "drop": {"at": "/hidden"}}"#
    let rows = [
      #"{"s": "2026-12-01 19:00", "e": "2026-12-01 21:30"}"#, #"{"s": "2026-11-24 19:00", "e": "2026-11-24 21:00"}"#,
      #"{"s": "2026-12-08 19:00", "e": "2026-12-08 21:00", "off": true}"#, #"{"s": "2026-12-15 19:00", "hidden": true}"#,
      #"{"s": "2026-11-24 19:00", "e": "2026-11-24 21:00"}"#, #"{"s": "soon"}"#,
    ]
    let draft = try await Self.read(times, #""dates": [\#(rows.joined(separator: ", "))]"#)
    let event = try #require(draft.entries.first?.event)
    #expect(Self.times(event) == "2026-11-24 to 2026-12-01: 11-24 19:00-21:00, 12-01 19:00-21:30, 12-08 none (Canceled)")
    #expect(event.status == nil)
    #expect(draft.notes.map(\.pointer) == ["/0/dates/5"])
    let others = try await Self.read(times, #""dates": [\#(rows.reversed().joined(separator: ", "))]"#)
    #expect(others.entries == draft.entries)
    // All of them are canceled, or whole days that are apart, or none can be read.
    let all = try await Self.read(
      times, #""dates": [{"s": "2026-12-08 19:00", "e": "2026-12-08 21:00", "off": true}]"#,
      #""dates": [{"s": "2026-11-24"}, {"s": "2026-11-25"}, {"s": "2026-12-01"}]"#, #""dates": [{"s": "soon"}]"#, #""dates": []"#)
    #expect(
      all.entries.compactMap(\.event).map(Self.times) == [
        "2026-12-08: 12-08 19:00-21:00", "2026-11-24 to 2026-12-01: 11-24 00:00-24:00, 11-25 00:00-24:00, 12-01 00:00-24:00",
      ])
    #expect(all.entries.map(\.event?.status) == [.cancelled, nil])
    #expect(all.rejected == 2)
  }

  /// A series is bad if less than half of its times can be read, whatever their form.
  @Test(arguments: [
    #"{"s": "2026-11-24 19:00", "e": "2026-11-24 21:00"}"#, #"{"s": "2026-11-24 19:00"}"#, #"{"s": "2026-11-24"}"#,
  ])
  func seriesWithMostTimesUnreadableAreBad(_ good: String) async throws {
    let mapping = try MappingCase("{\(Self.head), \"times\": {\"each\": \"/dates\", \"starts\": \"/s\", \"ends\": \"/e\"}}")
    for bad in 1...2 {
      let dates = ([good] + Array(repeating: #"{"s": "soon"}"#, count: bad)).joined(separator: ", ")
      let records = (0..<12).map { #"{"id": \#($0), "title": "Talk", "dates": [\#(dates)]}"# }
      let draft = try await mapping.read("[\(records.joined(separator: ", "))]")
      #expect(draft.entries.count == 12)
      if bad == 1 { try draft.checkRejections() } else { #expect(throws: AdapterError.self) { try draft.checkRejections() } }
    }
  }

  @Test func otherValues() async throws {
    let more = #"""
      , "status": {"words": {"cancelled": "canceled"}, "of": "/state"}, "organizer": "/group", "cost": "/price", "audience": "/for",
      "online": {"words": {"true": "virtual", "false": "inperson"}, "of": "/how"}, "loginRequired": "/login",
      "location": {"building": "/where", "room": {"other": "/value", "where": "/label", "is": {"text": "Room"}, "within": "/fields"}},
      "links": [{"rel": "registration", "href": "/tickets"}]
      """#
    let fields = #"[{"label": "Name", "value": "Somebody"}, {"label": "Room", "value": 12}]"#
    let draft = try await Self.read(
      #"{"starts": "/s"}"#,
      #"""
      "s": "2026-11-24", "state": "Canceled", "group": "Chess Club", "price": 5, "for": ["Students", "Staff"], "how": "virtual", "login": 1,
      "where": "Hall", "fields": \#(fields), "tickets": "https://tickets.example.com/1"
      """#, #""s": "2026-11-24", "state": "live", "how": "inperson", "fields": null"#, more: more)
    let entry = try #require(draft.entries.first)
    var writer = JSONWriter()
    entry.write(to: &writer)
    #expect(
      writer.text == """
        {"id":"town/feed/0","kind":"event","campus":"town","name":"Talk","location":{"building":"Hall","room":"12"},\
        "links":[{"rel":"registration","href":"https://tickets.example.com/1"}],"startDate":"2026-11-24","endDate":"2026-11-24","status":"cancelled",\
        "organizer":"Chess Club","cost":"5","audience":["Students","Staff"],"online":true,"loginRequired":true,\
        "sources":[{"feed":"town/feed","record":"0"}]}
        """)
    let other = try #require(draft.entries.last?.event)
    #expect(other.status == nil)
    #expect(other.isOnline == false)
    #expect(other.location.isEmpty)
    #expect(draft.notes.isEmpty)
  }

  @Test(arguments: [
    (#"{"records": "", "id": "/id", "name": "/n", "times": {"starts": "/s"}}"#, "unknown key \"times\""),
    (#"{\#(head)}"#, "\"times\" is missing"), (#"{\#(head), "times": {"ends": "/e"}}"#, "\"starts\" is missing"),
    (#"{\#(head), "times": {"starts": "/s"}, "hours": {"osm": "/h"}}"#, "unknown key \"hours\""),
    (#"{\#(head), "times": {"starts": "/s"}, "status": {"text": "off"}}"#, "\"off\" is not one of cancelled, postponed, tentative"),
    (#"{"entries": "alert", "records": "", "id": "/id", "name": "/n"}"#, "\"event\" or \"menu\""),
  ])
  func mistakes(_ mapping: String, _ message: String) {
    do {
      _ = try Mapping(Array(mapping.utf8), file: "mapping.json")
      Issue.record("accepted \(mapping)")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  /// Parts of a place name it, and say who may go there.
  @Test func partsAndAccess() async throws {
    let mapping = #"""
      {"records": "", "id": "/lid", "name": "/name", "partOf": {"other": "/lid", "where": "/lid", "is": "/parent"},
       "access": {"words": {"remote": "chat"}, "of": "/name"}}
      """#
    let draft = try await MappingCase(mapping).read(
      #"[{"lid": 1, "name": "Library", "parent": 1}, {"lid": 2, "name": "Chat", "parent": 1}, {"lid": 3, "name": "Lab", "parent": 9}]"#)
    #expect(draft.entries.map { $0.place?.partOf?.description } == [nil, "town/feed/1", nil])
    #expect(draft.entries.map { $0.place?.access } == [nil, .remote, nil])
  }

  /// Contacts may be private persons, whichever adapter reads the event. Those of a place are its own.
  @Test func descriptionsOfEventsHaveNoContacts() async throws {
    let about = #""about": "A talk about soil.<br>Contact Name: Jane Doe<br>Coffee afterwards.""#
    let event = try await Self.read(
      #"{"starts": "/s"}"#, #""s": "2026-11-24 20:00", \#(about)"#, more: #", "description": {"html": "/about"}"#)
    #expect(event.entries.map(\.description) == ["A talk about soil.\nCoffee afterwards."])
    let place = try MappingCase(#"{"records": "", "id": "/id", "name": "/id", "description": {"html": "/about"}, "category": "cafe"}"#)
    #expect(try await place.read("[{\"id\": \"1\", \(about)}]").entries.first?.description?.contains("Contact Name") == true)
  }
}
