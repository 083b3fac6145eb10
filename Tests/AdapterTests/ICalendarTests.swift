import AdapterWorkbench
import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import OpeningHours
import Testing

@Suite struct ICalendarTests {
  private func adapter() throws -> any FeedAdapter {
    let id = try #require(AdapterID("icalendar"))
    return try #require(Registry().adapter(id))
  }

  private func feed(_ zone: String = "America/New_York") throws -> Feed {
    let id = try #require(FeedID("lakeside/events"))
    let campus = Campus(id: id.campus, name: "Lakeside College", timeZone: Zone(zone))
    return Feed(
      id: id, campus: campus, adapter: try #require(AdapterID("icalendar")),
      addresses: ["calendar": [FeedAddress("https://a.example.edu/")]])
  }

  private func read(_ body: [UInt8], received: String? = "2026-09-15T12:00:00Z") async throws -> FeedDraft {
    let (adapter, feed) = (try adapter(), try feed())
    let request = try #require(try await adapter.requests(for: feed).first)
    #expect(request.fileName == "calendar.ics")
    var draft = FeedDraft(for: feed)
    let reply = FeedReply(to: request, body: body, receivedAt: received.flatMap { Instant($0) })
    try await adapter.normalize([reply], of: feed, into: &draft)
    try draft.finish()
    return draft
  }

  private func read(_ events: [String], received: String? = "2026-09-15T12:00:00Z") async throws -> FeedDraft {
    let components = events.map { "BEGIN:VEVENT\r\n\($0.replacing("\n", with: "\r\n"))\r\nEND:VEVENT\r\n" }.joined()
    return try await read(Array("BEGIN:VCALENDAR\r\nPRODID:x\r\n\(components)END:VCALENDAR\r\n".utf8), received: received)
  }

  // MARK: - Recurrences and the date of the reply

  @Test func recurrencesAreListedForTwelveMonths() async throws {
    let event = "UID:a\nDTSTAMP:20260901T000000Z\nDTSTART:20250110T100000\nDTEND:20250110T110000\nRRULE:FREQ=MONTHLY\nSUMMARY:a"
    var lastDays: [String] = []
    for received in ["2026-09-01T03:59:59Z", "2026-09-01T04:00:00Z", "2026-09-30T12:00:00Z", "2026-10-01T12:00:00Z", nil] {
      let found = try #require(try await read([event], received: received).entries.first?.event)
      #expect(found.startDate.description == "2025-01-10")
      #expect(found.isEndless)
      lastDays.append(try #require(found.hours?.serviceDays).upperBound.description)
    }
    // In New York, the first one is received in August. The last one has the time at which the event was written.
    #expect(lastDays == ["2027-08-10", "2027-09-10", "2027-09-10", "2027-10-10", "2027-09-10"])
  }

  @Test func weeksDoNotDependOnTheReply() async throws {
    let event = "UID:a\nDTSTART:20250110T100000\nDTEND:20250110T110000\nRRULE:FREQ=WEEKLY\nEXDATE:20260911T100000\nSUMMARY:a"
    let drafts = [
      try await read([event]), try await read([event], received: "2027-01-01T12:00:00Z"), try await read([event], received: nil),
    ]
    #expect(Set(drafts.map(\.entries)).count == 1)
    let layers = try #require(drafts[0].entries.first?.event?.hours).layers
    #expect(layers.map(\.level) == [.weekly, .special])
    #expect(layers[0].from?.description == "2025-01-10" && layers[0].to == nil)
  }

  /// An occurrence of several days belongs to several weekdays, but not before the first one and after the last one.
  @Test func weeksOfSeveralDaysBeginAndEnd() async throws {
    let event =
      "UID:a\nDTSTART:20260904T180000\nDTEND:20260906T120000\nRRULE:FREQ=WEEKLY;BYDAY=FR,SA;COUNT=3\nEXDATE:20260905T180000\nSUMMARY:a"
    let hours = try #require(try await read([event]).entries.first?.event?.hours)
    let texts = try (3...15).map { day in
      let date = try #require(LocalDate(year: 2026, month: 9, day: day))
      return hours.plan(on: date).services.map { "\($0.opens)-\($0.closes)" }.joined(separator: " ")
    }
    #expect(
      texts == ["", "18:00-24:00", "00:00-24:00", "00:00-12:00", "", "", "", "", "18:00-24:00", "00:00-24:00", "00:00-12:00", "", ""])
  }

  // MARK: - Records

  @Test func keysDoNotDependOnPositions() async throws {
    let events = [
      "UID:b\nDTSTART:20260901T100000\nSUMMARY:b", "DTSTART:20260902T100000\nSUMMARY:no key", "UID:a\nDTSTART:20260903\nSUMMARY:a",
    ]
    let ids = try await read(events).ids
    #expect(try await read(events.reversed()).ids == ids)
    #expect(ids.contains { $0.description == "lakeside/events/a" })
  }

  @Test func repeatedKeysOfDifferentEventsAreApart() async throws {
    let draft = try await read(["UID:a\nDTSTART:20260901T100000\nSUMMARY:Tea", "UID:a\nDTSTART:20260902T100000\nSUMMARY:Coffee"])
    #expect(Set(draft.entries.map(\.name)) == ["Tea", "Coffee"])
    #expect(draft.ids.allSatisfy { $0.record.hasPrefix("a-") })
    // With the same title, they are the dates of one event.
    let series = try await read(["UID:a\nDTSTART:20260901T100000\nSUMMARY:Tea", "UID:a\nDTSTART:20260902T100000\nSUMMARY:Tea"])
    #expect(series.entries.count == 1)
    #expect(series.entries.first?.event?.endDate.description == "2026-09-02")
    #expect(series.notes.map(\.code.description) == ["event.occurrences"])
  }

  @Test(arguments: [
    ("CANCELED: Yoga", "cancelled"), ("Yoga (cancelled)", "cancelled"), ("[Canceled] Yoga", "cancelled"), ("Yoga - CANCELED!", "cancelled"),
    ("Konzert – abgesagt", "cancelled"), ("POSTPONED | Game", "postponed"), ("Annulé : concert", "cancelled"), ("Canceled", "cancelled"),
    ("Canceled stamps: a workshop", nil), ("How a show was canceled", nil), ("Yoga", nil), ("Uncanceled - Yoga", nil),
  ])
  func titlesTellOfCancellation(_ title: String, _ status: String?) async throws {
    let draft = try await read(["UID:a\nDTSTART:20260901T100000\nSUMMARY:\(title)"])
    #expect(draft.entries.first?.event?.status?.rawValue == status)
  }

  @Test func personsAreNotInEntriesAndNotes() async throws {
    let event = """
      UID:a
      DTSTART:20260901T100000
      DTEND:x
      SUMMARY:a
      ORGANIZER;CN=Pat Example:mailto:pat@example.edu
      ATTENDEE;CN=Pat Example:mailto:pat@example.edu
      CONTACT:Pat Example
      X-TRUMBA-CUSTOMFIELD;NAME="Submitter":Pat Example
      """
    let draft = try await read([event])
    #expect(draft.notes.map(\.code.description) == ["event.value"])
    #expect(!"\(draft.entries) \(draft.notes)".lowercased().contains("pat"))
  }

  @Test func veryLongEventsStaySmall() async throws {
    let draft = try await read(["UID:a\nDTSTART:20000101T100000\nDTEND:20991231T170000\nSUMMARY:a"])
    let event = try #require(draft.entries.first?.event)
    #expect([event.startDate, event.endDate].map(\.description) == ["2000-01-01", "2099-12-31"])
    let layers = try #require(event.hours).layers
    #expect(layers.count == 2 && layers[0].rule == .always)
  }

  @Test func otherTextsAreRefused() async throws {
    for text in ["{}", "<html></html>", "", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"] {
      let error = await #expect(throws: AdapterError.self) { _ = try await read(Array(text.utf8)) }
      #expect(error?.code.description == "ical.syntax")
    }
  }

  @Test func recordHasRawValues() async throws {
    let body =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=\"America/New_York\":20260901T100000\r\nSUMMARY:b\r\n c\r\nCONTACT:Pat\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let trial = await AdapterTrial(try adapter(), feed: try feed(), bodies: ["calendar": Array(body.utf8)])
    let id = try #require(EntryID("lakeside/events/a"))
    let record = try #require(trial.record(of: id))
    #expect(record.pointer.pointer == "/VEVENT/0")
    #expect(record.values.map(\.pointer) == ["/UID", "/DTSTART/@TZID", "/DTSTART", "/SUMMARY"])
    #expect(record.values.map(\.json) == ["\"a\"", "\"America/New_York\"", "\"20260901T100000\"", "\"bc\""])
  }

  // MARK: - Recordings

  /// The calendars in the folders that AGGREGATE_RECORDINGS names.
  private static let recordings: [URL] = {
    let folders = ProcessInfo.processInfo.environment["AGGREGATE_RECORDINGS"]?.split(separator: ":") ?? []
    return folders.flatMap { folder in
      let files = FileManager.default.enumerator(at: URL(fileURLWithPath: String(folder)), includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "ics" }
    }
  }()

  /// All events of recordings are read, except those without a title.
  @Test(arguments: recordings)
  func recordingsAreRead(_ file: URL) async throws {
    let draft = try await read(Array(try Data(contentsOf: file)))
    #expect(draft.records > 0)
    #expect(
      draft.notes.allSatisfy { $0.pointer?.hasSuffix("/SUMMARY") == true || $0.code.description == "event.occurrences" }, "\(draft.notes)")
  }
}
