import AdapterWorkbench
import FeedKit
import FeedMapping
import Testing

/// Proposals for events, for replies about today, and for records that are parts of others.
@Suite struct EventProposalTests {
  private func proposal(_ reply: String) throws -> MappingProposal {
    try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York"))
  }

  private func rules(_ proposal: MappingProposal) -> [String: String] {
    Dictionary(uniqueKeysWithValues: proposal.guesses.map { ($0.field, $0.rule) })
  }

  /// Reads the reply with the proposed mapping.
  private func read(_ reply: String, _ proposal: MappingProposal) async throws -> FeedDraft {
    let text = proposal.text(schema: "s", title: "T", request: "records")
    return try await MappingCase(try Mapping(Array(text.utf8), file: "m.json")).read(reply, receivedAt: "2026-11-24T17:00:00Z")
  }

  @Test func instancesInAnEnvelope() async throws {
    let reply = #"""
      {"events": [{"event": {"id": 11, "title": "Open Studio", "status": "live", "description_text": "Clay.", "location_name": "Arts Barn", "room_number": "12",
                             "geo": {"latitude": "42.4480", "longitude": "-76.4850"}, "group_name": "Arts Council", "ticket_cost": "$5", "group_id": 3,
                             "event_instances": [{"event_instance": {"id": 1, "start": "2026-11-24T19:00:00-05:00", "end": null, "all_day": false}}]}},
                  {"event": {"id": 12, "title": "Market", "status": "canceled", "description_text": "Food.", "location_name": "Quad", "room_number": "",
                             "geo": {"latitude": null, "longitude": null}, "group_name": "Council", "ticket_cost": "", "group_id": 4,
                             "event_instances": [{"event_instance": {"id": 2, "start": "2026-11-25T00:00:00-05:00", "end": null, "all_day": true}}]}}],
       "page": {"current": 1, "size": 2, "total": 1}}
      """#
    let proposal = try proposal(reply)
    let rules = rules(proposal)
    #expect(rules["entries"] == #""event""#)
    #expect(rules["id"] == #""/event/id""#)
    #expect(rules["organizer"] == #""/event/group_name""#)
    #expect(rules["location.room"] == #""/event/room_number""#)
    let draft = try await read(reply, proposal)
    #expect(draft.entries.map(\.name) == ["Open Studio", "Market"])
    let events = draft.entries.compactMap(\.event)
    #expect(events.map { $0.hours == nil } == [false, true])
    #expect(events.map(\.status) == [nil, .cancelled])
    #expect(events.map(\.location.building) == ["Arts Barn", "Quad"])
    #expect(events.map(\.cost) == ["$5", nil])
  }

  /// Events have no contact; a person's address is not published in another way either.
  @Test func peopleAreNotRead() async throws {
    let reply = #"""
      {"events": [
       {"id": 1, "title": "Tide Talk", "start": "2026-12-01T17:00:00-05:00", "contact": {"phone": "207-555-0131", "email": "jo@example.edu"}},
       {"id": 2, "title": "Regatta", "start": "2026-12-02T09:00:00-05:00", "contact": {"phone": "207-555-0132", "email": "al@example.edu"}}]}
      """#
    let proposal = try proposal(reply)
    #expect(proposal.guesses.map(\.field) == ["entries", "records", "id", "name", "times"])
    #expect(try await read(reply, proposal).entries.map(\.name) == ["Tide Talk", "Regatta"])
  }

  @Test(arguments: [
    (
      #"[{"eventID": 1, "seriesID": 7, "title": "Story Time", "startDateTime": "2026-12-01T10:00:00", "endDateTime": "2026-12-01T10:30:00", "canceled": false}, {"eventID": 2, "seriesID": 7, "title": "Story Time", "startDateTime": "2026-12-08T10:00:00", "endDateTime": "2026-12-08T10:30:00", "canceled": true}]"#,
      ["7: 2026-12-01"]
    ),
    (
      #"{"value": [{"id": "5", "name": "Quiz", "startsOn": "2026-12-02T00:30:00+00:00", "endsOn": "2026-12-02T02:00:00+00:00", "location": "Mill"}]}"#,
      ["5: 2026-12-01"]
    ),
    (
      "Subject,Start Date,Start Time,End Date\nQuiz,12/01/2026,7pm,12/01/2026\nFair,12/13/2026,9am,12/14/2026\n",
      ["quiz-12-01-2026: 2026-12-01", "fair-12-13-2026: 2026-12-13"]
    ),
    (
      #"[{"uid": "a", "title": "Quiz", "start": 1796000000, "end": 1796007200}, {"uid": "b", "title": "Fair", "start": 1796100000, "end": 1796107200}]"#,
      ["a: 2026-11-29", "b: 2026-11-30"]
    ),
  ])
  func formsOfEvents(_ reply: String, _ expected: [String]) async throws {
    let proposal = try proposal(reply)
    let draft = try await read(reply, proposal)
    #expect(
      draft.entries.map { "\($0.id.record): \($0.event?.startDate.description ?? "")" }.sorted() == expected.sorted(), "\(rules(proposal))")
    #expect(draft.rejected == 0)
  }

  /// If the day or the month may be first, the zone decides, with a doubt; other dates of the feed may show it.
  @Test(arguments: [
    ("03/12/2026", "04/12/2026", "Europe/Berlin", "2026-12-03", "with the day first"),
    ("03/12/2026", "04/12/2026", "America/New_York", "2026-03-12", "with the month first"),
    ("03/12/2026", "14/12/2026", "America/New_York", "2026-12-03", ""), ("12/03/2026", "12/14/2026", "Europe/Berlin", "2026-12-03", ""),
  ])
  func orderOfDates(first: String, second: String, zone: String, date: String, doubt: String) async throws {
    let reply =
      #"{"events": [{"id": "a", "title": "Quiz", "date": "\#(first)", "place": "Aula"}, {"id": "b", "title": "Fair", "date": "\#(second)", "place": "Aula"}]}"#
    let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone(zone))
    let draft = try await read(reply, proposal)
    #expect(draft.entries.first { $0.id.record == "a" }?.event?.startDate.description == date)
    let times = try #require(proposal.guesses.first { $0.field == "times" })
    #expect(times.evidence.contains("is usual there") != doubt.isEmpty && times.evidence.contains(doubt), "\(times.evidence)")
  }

  @Test func hoursOfToday() async throws {
    let reply = #"""
      {"locations": [
        {"lid": 1, "name": "Main Library", "day": "Tuesday", "times": {"status": "open", "hours": [{"from": "9:00am", "to": "5:00pm"}], "currently_open": true}},
        {"lid": 2, "name": "Law Library", "day": "Tuesday", "times": {"status": "closed", "currently_open": false}},
        {"lid": 3, "name": "Desk", "parent_lid": 1, "day": "Tuesday", "times": {"status": "24hours", "currently_open": true}}]}
      """#
    let proposal = try proposal(reply)
    let draft = try await read(reply, proposal)
    #expect(draft.entries.map(\.name) == ["Main Library", "Law Library", "Main Library, Desk"])
    #expect(draft.entries.map { $0.place?.partOf?.record.description } == [nil, nil, "1"])
    let today = try #require(LocalDate("2026-11-24"))
    let plans = draft.entries.map { $0.place?.hours?.plan(on: today) }
    #expect(plans[0]?.services.count == 1)
    #expect(plans[1] == .closed)
    #expect(plans[2]?.services.first?.closes.description == "24:00")
    #expect(draft.entries[0].place?.hours?.plan(on: try #require(today.adding(days: 1))) == .unknown)
  }

  /// Times without a day say nothing unless something shows that the reply is about today.
  @Test func timesWithoutADay() throws {
    let reply =
      #"[{"id": 1, "name": "Elm Café", "opens": "8am", "closes": "5pm"}, {"id": 2, "name": "Rose Café", "opens": "9am", "closes": "5pm"}]"#
    #expect(try rules(proposal(reply))["hours"]?.contains("received") != true)
  }

  @Test func grids() async throws {
    func day(_ date: String, _ times: String) -> String { #"{"date": "\#(date)", "times": \#(times)}"# }
    let open = #"{"status": "open", "hours": [{"from": "8am", "to": "5pm"}]}"#
    let week =
      #"{"Monday": \#(day("2026-11-23", open)), "Tuesday": \#(day("2026-11-24", #"{"status": "closed"}"#)), "Wednesday": \#(day("2026-11-25", open))}"#
    let reply =
      #"{"loc_1": {"lid": 1, "name": "Library", "weeks": [\#(week)]}, "loc_2": {"lid": 2, "name": "Gallery", "parent_lid": 1, "weeks": [\#(week)]}}"#
    let draft = try await read(reply, try proposal(reply))
    #expect(draft.entries.map(\.name) == ["Library", "Library, Gallery"])
    let hours = try #require(draft.entries.first?.place?.hours)
    #expect(hours.plan(on: try #require(LocalDate("2026-11-23"))).services.count == 1)
    #expect(hours.plan(on: try #require(LocalDate("2026-11-24"))) == .closed)
  }
}
