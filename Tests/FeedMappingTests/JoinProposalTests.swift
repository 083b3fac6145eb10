import AdapterWorkbench
import FeedKit
import FeedMapping
import Testing

/// Proposals for replies with several records for each place.
@Suite struct JoinProposalTests {
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

  /// A reply with a record for each place and each of some values.
  private func reply(_ record: (String, String) -> String, _ places: [String], _ values: [String]) -> String {
    "[\(places.flatMap { place in values.map { record(place, $0) } }.joined(separator: ",\n"))]"
  }

  private let places = ["Reed Hall", "Mill Hall"]
  private let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  @Test func aRowPerWeekday() async throws {
    let reply = reply(
      {
        #"{"hall_id": "\#($0.prefix(1))7", "hall": "\#($0)", "address": "\#($0.count) Dock Street", "day": "\#($1)", "open": "7:00am", "close": "9:00pm"}"#
      },
      places, weekdays)
    let proposal = try proposal(reply)
    let rules = rules(proposal)
    #expect(rules["join"] == #""id""# && rules["id"] == #""/hall_id""# && rules["name"] == #""/hall""#)
    #expect(rules["hours"] == #"{"week":{"each":{"one":""},"day":"/day","opens":"/open","closes":"/close"}}"#)
    #expect(proposal.guesses.map(\.field).prefix(2) == ["records", "join"])
    #expect(proposal.guesses[1].evidence == "records with the same hall_id have different values of day, so they are one place together")
    #expect(proposal.guesses.first { $0.field == "hours" }?.confidence == .high)
    let draft = try await read(reply, proposal)
    #expect(draft.entries.map(\.name) == ["Mill Hall", "Reed Hall"] && draft.rejected == 0)
    #expect(draft.entries.map { $0.hours?.osm } == ["07:00-21:00", "07:00-21:00"])
  }

  /// Of numbers of weekdays, the one of Monday is a question, whose other answer is an alternative.
  @Test func aRowPerNumberOfAWeekday() async throws {
    let reply = reply(
      { place, day in
        let isClosed = ["0", "6"].contains(day)
        let times = isClosed ? "null, \"close_time\": null" : "\"07:00:00\", \"close_time\": \"21:00:00\""
        return
          #"{"id": "\#(place.prefix(1))\#(day)", "name": "\#(place)", "weekday": \#(day), "open_time": \#(times), "is_closed": \#(isClosed)}"#
      }, places, (0...6).map(String.init))
    let proposal = try proposal(reply)
    #expect(try await read(reply, proposal).entries.map { $0.hours?.osm } == ["Mo-Fr 07:00-21:00", "Mo-Fr 07:00-21:00"])
    let others = proposal.guesses.first { $0.field == "hours" }?.alternatives.map(\.rule) ?? []
    #expect(others.count == 1 && others[0].contains(#""numbers":{"0":"monday"}"#) && others[0].contains(#""each":{"one":""}"#))
  }

  @Test(arguments: [
    #"[{"location": "Reed Hall", "date": "2026-11-24", "opens": "08:00", "closes": "17:00"}, {"location": "Reed Hall", "date": "2026-11-25", "opens": "08:00", "closes": "12:00"}]"#,
    "location,date,open,close\nReed Hall,11/24/2026,8am,5pm\nReed Hall,11/25/2026,8am,12pm\n",
  ])
  func aRowPerDate(reply: String) async throws {
    let proposal = try proposal(reply)
    #expect(rules(proposal)["join"] == #""id""# && proposal.guesses[0].confidence == .high)
    let entries = try await read(reply, proposal).entries
    #expect(entries.map(\.name) == ["Reed Hall"])
    #expect(entries.first?.hours?.osm == "unknown; 2026 Nov 24 08:00-17:00; 2026 Nov 25 08:00-12:00")
  }

  @Test func aRowPerMeal() async throws {
    let times = ["Breakfast": ("07:00", "10:00"), "Lunch": ("11:00", "14:00"), "Dinner": ("17:00", "20:00")]
    let reply = reply(
      {
        #"{"id": "\#($0.prefix(1))-\#($1)", "cafe": "\#($0)", "meal": "\#($1)", "days": "Mon-Fri", "start": "\#(times[$1]?.0 ?? "")", "end": "\#(times[$1]?.1 ?? "")"}"#
      },
      places, times.keys.sorted())
    let proposal = try proposal(reply)
    #expect(rules(proposal)["id"] == #"{"slug":["/cafe"]}"#)
    let draft = try await read(reply, proposal)
    #expect(draft.entries.map { $0.hours?.osm } == Array(repeating: "Mo-Fr 07:00-10:00,11:00-14:00,17:00-20:00", count: 2))
    let monday = draft.entries.first?.hours?.plan(on: try #require(LocalDate("2026-11-23")))
    #expect(monday?.services.map(\.label) == ["Breakfast", "Lunch", "Dinner"])
  }

  @Test func aListOfRowsPerMeal() async throws {
    let times = ["Lunch": ("11:00", "14:00"), "Dinner": ("17:00", "20:00")]
    let reply = reply(
      {
        #"{"id": \#($0.count), "name": "\#($0)", "meal": "\#($1)", "hours": [{"day": "mon", "from": "\#(times[$1]?.0 ?? "")", "to": "\#(times[$1]?.1 ?? "")"}, {"day": "tue", "from": "\#(times[$1]?.0 ?? "")", "to": "\#(times[$1]?.1 ?? "")"}]}"#
      },
      ["Reed Hall", "Mill Commons"], times.keys.sorted())
    let proposal = try proposal(reply)
    #expect(rules(proposal)["id"] == #""/id""#)
    #expect(
      rules(proposal)["hours"]?.contains(#""each":"/hours""#) == true
        && rules(proposal)["hours"]?.contains(#""label":{"record":"/meal"}"#) == true)
    #expect(try await read(reply, proposal).entries.map { $0.hours?.osm } == Array(repeating: "Mo,Tu 11:00-14:00,17:00-20:00", count: 2))
  }

  /// Records that may be places of their own, or whose rows contradict each other, are not joined.
  @Test(arguments: [
    // Two places of a chain.
    #"[{"id": 21, "name": "Roast", "lat": 42.41, "lng": -76.4, "day": "Mon-Fri", "from": "07:00", "to": "20:00"}, {"id": 24, "name": "Roast", "lat": 42.45, "lng": -76.4, "day": "Sat", "from": "07:00", "to": "20:00"}]"#,
    // Two stalls of a building.
    #"[{"venue": "Reed Hall", "stall": "Noodles", "days": "Mon-Fri", "opens": "08:00", "closes": "20:00"}, {"venue": "Reed Hall", "stall": "Soups", "days": "Mon-Fri", "opens": "08:00", "closes": "20:00"}]"#,
    // Two seasons.
    #"[{"location_id": 1, "location_name": "Gym", "term": "Fall", "day": "Mon-Fri", "open": "08:00", "close": "22:00"}, {"location_id": 1, "location_name": "Gym", "term": "Summer", "day": "Mon-Fri", "open": "08:00", "close": "18:00"}, {"location_id": 2, "location_name": "Pool", "term": "Fall", "day": "Mon-Fri", "open": "08:00", "close": "22:00"}, {"location_id": 2, "location_name": "Pool", "term": "Summer", "day": "Mon-Fri", "open": "08:00", "close": "18:00"}]"#,
    // One record for each place.
    #"[{"id": 21, "name": "Reed Hall", "day": "Mon-Fri", "from": "07:00", "to": "20:00"}, {"id": 24, "name": "Mill Hall", "day": "Mon-Fri", "from": "07:00", "to": "20:00"}]"#,
  ])
  func otherRecordsAreNotJoined(reply: String) throws { #expect(rules(try proposal(reply))["join"] == nil) }

  @Test func theRuleCanBeLeftOut() throws {
    var proposal = try proposal(
      #"[{"hall": "Reed Hall", "day": "mon", "open": "07:00", "close": "21:00"}, {"hall": "Reed Hall", "day": "tue", "open": "07:00", "close": "21:00"}]"#
    )
    #expect(rules(proposal)["join"] != nil)
    try proposal.omit("join")
    #expect(rules(proposal)["join"] == nil && rules(proposal)["hours"]?.contains(#"{"one":""}"#) != true)
  }
}
