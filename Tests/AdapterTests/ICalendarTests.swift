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

  private func read(_ events: [String], received: String? = "2026-09-15T12:00:00Z", producer: String = "x") async throws -> FeedDraft {
    let components = events.map { "BEGIN:VEVENT\r\n\($0.replacing("\n", with: "\r\n"))\r\nEND:VEVENT\r\n" }.joined()
    return try await read(Array("BEGIN:VCALENDAR\r\nPRODID:\(producer)\r\n\(components)END:VCALENDAR\r\n".utf8), received: received)
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

  @Test func privateOccurrencesHaveNoTitleAndNoLocation() async throws {
    let rule = "RRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:a"
    let exceptions = [
      "RECURRENCE-ID:20260908T100000\nSUMMARY:Pat\nLOCATION:Pat's home\nCLASS:PRIVATE",
      "RECURRENCE-ID:20260915T100000\nSUMMARY:a\nLOCATION:Sign in to download the location",
    ]
    let dates = ["20260908T110000", "20260915T110000"]
    let events = ["UID:a\nDTSTART:20260901T100000\n\(rule)"] + zip(dates, exceptions).map { "UID:a\nDTSTART:\($0)\n\($1)" }
    let draft = try await read(events)
    let hours = try #require(draft.entries.first?.event?.hours)
    #expect(hours.plan(on: try #require(LocalDate("2026-09-08"))).services.map(\.opens.description) == ["11:00"])
    #expect(!"\(draft.entries) \(draft.notes)".contains("Pat"))
    #expect(!"\(draft.entries)".contains("Sign in"))
    for text in ["Private Location (sign in to display)", "Private Location (register to display)"] {
      let hidden = try await read(["UID:b\nDTSTART:20260901T100000\nSUMMARY:a\nLOCATION:\(text)"])
      #expect(hidden.entries.first?.event?.loginRequired == true && hidden.entries.first?.event?.location.address == nil)
    }
    // Without the exceptions' class, they have both.
    let open = try await read(events.map { $0.replacing("\nCLASS:PRIVATE", with: "") })
    let day = try #require(LocalDate("2026-09-08"))
    #expect(open.entries.first?.event?.hours?.plan(on: day).services.map(\.label) == ["Pat"])
    #expect(open.entries.first?.event?.hours?.layers.last?.notes != draft.entries.first?.event?.hours?.layers.last?.notes)
    // A private series hides the locations of its occurrences.
    let hidden = try await read(
      events.map { $0.replacing("\nCLASS:PRIVATE", with: "").replacing("COUNT=3", with: "COUNT=3\nCLASS:PRIVATE") })
    #expect(!"\(hidden.entries)".contains("Pat"))
  }

  @Test(arguments: [
    ("Event Name: Tea<br>Room 5<br>Submitter Name: Pat<br><br>Come", "Come"),
    ("Event Name: Tea<br><br>Submitter Name: Pat<br><br>Come", "Come"),
    ("Our host: Pat<br>Building A<br><br>Come", "Come"), ("Submitter Name: Pat", nil),
    ("Speaker: Kim Example<br>Topic: Tea", "Speaker: Kim Example\nTopic: Tea"), ("Come<br>Event Name: Tea", "Come\nEvent Name: Tea"),
    ("Event State: Confirmed<br>Event Type: Talk<br>Contact Name: Pat<br><br>Come", "Come"),
    ("Host Dept: Music<br>and Theatre<br>Event Type: Talk<br><br>Come<br>Link: x", "Come\nLink: x"),
    ("Tea for all<br>Event Type: Talk<br>Dean: Pat<br>Contact Name: Pat<br><br>Come", "Tea for all\n\nCome"),
    ("Doors open 7:30 p.m.<br>Link: x", "Doors open 7:30 p.m.\nLink: x"),
    ("See https://a.example.edu/<br>Link: x<br><br>Come", "See https://a.example.edu/\nLink: x\n\nCome"),
  ])
  func customFieldsAreNotInDescriptions(_ text: String, _ expected: String?) async throws {
    let event = """
      UID:a\nDTSTART:20260901T100000\nSUMMARY:a\nX-TRUMBA-CUSTOMFIELD;NAME="Our host";ID=1;TYPE=SingleLine:Pat\nDESCRIPTION:\(text)
      """
    let draft = try await read([event], producer: "-//Trumba Corporation//Trumba Calendar Services 0.11//EN")
    #expect(draft.entries.first?.description == expected)
  }

  @Test(arguments: [
    (#"Come\nContact Name: Pat\nBring tea"#, "Come\nBring tea"), (#"Come\n\nCONTACT:\nPat\n555-0100\n\nBring tea"#, "Come\n\nBring tea"),
    ("<p>Come</p><p><b>For more information, please contact:</b> Pat</p>", "Come"), (#"- Event contact e-mail : pat@example.edu"#, nil),
    (#"Ansprechpartnerin für Rückfragen: Pat\nKomm"#, "Komm"), (#"Personne à contacter : Pat\nSubmitted by: Pat\nViens"#, "Viens"),
    (#"Vieni\nReferente: Pat"#, "Vieni"), (#"Ven\nPersona de contacto: Pat"#, "Ven"),
    (#"Scheduled: daily\nPoster: see below\nEvent posted by: Pat"#, "Scheduled: daily\nPoster: see below"),
    (#"Come\nContact Name - Pat Example\nBring tea"#, "Come\nBring tea"), (#"Come\nContact： Pat"#, "Come"),
    (#"Come\nContact Person\nPat Example\n555-0100"#, "Come"),
    (#"Come\nContact: Pat\nEmail: pat@example.edu\nPhone: 555-0100\nBring tea"#, "Come\nBring tea"),
    (
      #"Contact:\nPat Example\nA talk about the history of soil, with many pictures and a walk\nEmail: tea@example.edu"#,
      "A talk about the history of soil, with many pictures and a walk\nEmail: tea@example.edu"
    ),
    (#"Please contact us\nif you come"#, "Please contact us\nif you come"),
    (#"Contact hours: 2\nContact improvisation: a class"#, "Contact hours: 2\nContact improvisation: a class"),
    (#"Speaker: Kim Example\n\n\nAt 7:30"#, "Speaker: Kim Example\n\n\nAt 7:30"),
  ])
  func contactsAreNotInDescriptions(_ text: String, _ expected: String?) async throws {
    let draft = try await read(["UID:a\nDTSTART:20260901T100000\nSUMMARY:a\nDESCRIPTION:\(text.replacing(",", with: #"\,"#))"])
    #expect(draft.entries.first?.description == expected)
  }

  @Test(arguments: ["PRIVATE", "confidential", "X-MEMBERS"])
  func privateEventsHaveATitleAndTimes(_ classification: String) async throws {
    let texts = "DESCRIPTION:Tea\nLOCATION:Room 5\nGEO:40.1;-75.1\nCATEGORIES:Tea\nURL:https://a.example.edu/"
    let picture = "IMAGE;VALUE=URI:https://a.example.edu/a.png\nATTACH;FMTTYPE=image/png:https://a.example.edu/b.png"
    let event = "UID:a\nDTSTART:20260901T100000\nDTEND:20260901T110000\nSUMMARY:Board\nSTATUS:TENTATIVE\n\(texts)\n\(picture)"
    let open = try #require(try await read([event + "\nCLASS:PUBLIC"]).entries.first)
    #expect(open.event?.loginRequired == nil && open.images.count == 2 && open.links.count == 1 && open.tags == ["Tea"])
    let hidden = try #require(try await read([event + "\nCLASS:\(classification)"]).entries.first)
    var expected = open
    (expected.description, expected.tags, expected.images, expected.links) = (nil, [], [], [])
    guard case .event(var details) = open.details else { return }
    (details.location, details.loginRequired) = (.init(), true)
    expected.details = .event(details)
    #expect(hidden == expected)
  }

  // MARK: - Series

  @Test(arguments: [
    ("20240229", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"), ("20240301T100000", "FREQ=YEARLY;INTERVAL=4"),
  ])
  func seriesWithoutListedDatesHaveUnknownTimes(_ start: String, _ rule: String) async throws {
    let draft = try await read(["UID:a\nDTSTART:\(start)\nRRULE:\(rule)\nSUMMARY:a"])
    let event = try #require(draft.entries.first?.event)
    #expect(event.status == nil && event.isEndless && event.hours?.layers.isEmpty == true)
    #expect(draft.notes.map(\.code.description) == ["event.value"])
  }

  @Test func titlesOfOccurrencesCancelOnlyThese() async throws {
    let draft = try await read([
      "UID:a\nDTSTART:20260901T100000\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:Yoga",
      "UID:a\nDTSTART:20260908T100000\nRECURRENCE-ID:20260908T100000\nSUMMARY:CANCELED: Yoga",
    ])
    let entry = try #require(draft.entries.first)
    #expect(entry.name == "Yoga" && entry.event?.status == nil)
    #expect(entry.event?.hours?.plan(on: try #require(LocalDate("2026-09-08"))) == .closed)
    let dates = try await read([
      "UID:a\nDTSTART:20260901T100000\nRECURRENCE-ID:20260901T100000\nSUMMARY:CANCELED: Yoga",
      "UID:a\nDTSTART:20260908T100000\nRECURRENCE-ID:20260908T100000\nSUMMARY:Yoga",
    ])
    #expect(dates.entries.map(\.name) == ["Yoga"] && dates.entries.first?.event?.status == nil)
    #expect(dates.entries.first?.event?.startDate.description == "2026-09-08")
  }

  @Test func hoursCannotSayEverything() async throws {
    let repeated = try await read(["UID:a\nDTSTART:20261101T063000Z\nSUMMARY:a", "UID:b\nDTSTART:20261101T053000Z\nSUMMARY:b"])
    #expect(repeated.notes.map(\.entry?.record) == ["a"] && repeated.notes.map(\.pointer) == ["/VEVENT/0/DTSTART"])
    let others = try await read([
      "UID:end\nDTSTART;TZID=America/New_York:20261031T220000\nDTEND:20261101T063000Z\nSUMMARY:a",
      "UID:occurrence\nDTSTART:20261002T063000Z\nRRULE:FREQ=MONTHLY;BYDAY=1SU\nSUMMARY:a",
      "UID:none\nDTSTART:20261031T220000Z\nDURATION:PT9H\nSUMMARY:a", "UID:later\nDTSTART:20261108T063000Z\nSUMMARY:a",
    ])
    #expect(others.notes.compactMap(\.entry?.record) == ["end", "occurrence"])
    let tentative = try await read([
      "UID:a\nDTSTART:20260901T100000\nRRULE:FREQ=WEEKLY\nSUMMARY:a",
      "UID:a\nDTSTART:20260908T110000\nRECURRENCE-ID:20260908T100000\nSUMMARY:a\nSTATUS:TENTATIVE",
    ])
    #expect(tentative.entries.first?.event?.status == nil)
    #expect(Set(tentative.notes.map(\.code.description)) == ["event.value", "event.occurrences"])
  }

  @Test func laterVersionsReplaceEarlierOnesWithOtherTitles() async throws {
    let events = ["UID:a\nDTSTART:20260901T100000\nSUMMARY:Tea", "UID:a\nSEQUENCE:1\nDTSTART:20260902T100000\nSUMMARY:Coffee"]
    for events in [events, events.reversed()] {
      let draft = try await read(events)
      #expect(draft.entries.map(\.name) == ["Coffee"] && draft.entries.first?.event?.startDate.description == "2026-09-02")
    }
  }

  @Test func recordsWithoutTitlesAreLeftOut() async throws {
    let draft = try await read((1...9).map { "UID:\($0)\nDTSTART:20260901T100000\($0 < 6 ? "" : "\nSUMMARY:a")" })
    #expect(draft.records == 4 && draft.skipped == 5 && draft.rejected == 0)
    #expect(draft.notes.map(\.code.description) == ["event.untitled"])
    try draft.checkRejections()
  }

  @Test func wholeDaysOfANamedZoneAreItsDates() async throws {
    for (zone, rule) in [("Asia/Tokyo", ""), ("Asia/Tokyo", "RRULE:FREQ=WEEKLY;COUNT=1\n"), ("America/Los_Angeles", "")] {
      let event =
        "UID:a\nDTSTART;TZID=\(zone):20260901T000000\nDTEND;TZID=\(zone):20260902T000000\n\(rule)X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nSUMMARY:a"
      let found = try #require(try await read([event]).entries.first?.event)
      #expect([found.startDate, found.endDate].map(\.description) == ["2026-09-01", "2026-09-01"], "\(zone)")
    }
  }

  @Test func wholeDaysOfEveryDayAreOneEventWithoutEnd() async throws {
    let found = try #require(try await read(["UID:a\nDTSTART:20260901\nRRULE:FREQ=DAILY\nSUMMARY:a"]).entries.first?.event)
    #expect(found.hours == nil && found.isEndless && found.startDate.description == "2026-09-01")
  }

  /// Series on another clock are listed by date, which takes more room than their records.
  @Test func manySeriesOnAnotherClockAreRead() async throws {
    let draft = try await read(
      (1...200).map { "UID:\($0)\nDTSTART;TZID=Europe/London:20240901T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nSUMMARY:a" })
    #expect(draft.entries.count == 200)
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
    #expect(draft.records > 0 || draft.notes.contains { $0.code.description == "event.untitled" })
    #expect(draft.notes.allSatisfy { ["event.occurrences", "event.untitled"].contains($0.code.description) }, "\(draft.notes)")
  }
}
