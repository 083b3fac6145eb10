import AdapterWorkbench
import FeedKit
import FeedMapping
import Testing

@Suite struct ProposalTests {
  private func guess(_ field: String, of reply: String) throws -> MappingProposal.Guess? {
    try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York")).guesses.first { $0.field == field }
  }

  private func rule(_ field: String, of reply: String) throws -> String? { try guess(field, of: reply)?.rule }

  @Test func theOrderOfPairsFollowsFromTheZone() throws {
    let places = { (pair: String) in #"[{"id": 7, "name": "A Place", "position": \#(pair)}, {"id": 9, "name": "B", "position": \#(pair)}]"#
    }
    #expect(try rule("location.coordinate", of: places("[-77.3, 38.8]")) == #"{"pair":"/position","order":"longitude-latitude"}"#)
    #expect(try rule("location.coordinate", of: places("[38.8, -77.3]")) == #"{"pair":"/position","order":"latitude-longitude"}"#)
  }

  /// Returns a reply with three places, whose members are those of `members`.
  private func reply(_ members: [String]) -> String {
    let records = zip(["Reed Hall", "Mill Hall", "Quad"], members).map { #"{"id": "\#($0.prefix(1))7", "name": "\#($0)", \#($1)}"# }
    return "[\(records.joined(separator: ", "))]"
  }

  @Test(arguments: [
    ("coordinateLat", "coordinateLng"), ("lat", "long"), ("geo_lat", "geo_long"), ("entryLatitude", "entryLongitude"),
    ("latitud", "longitud"), ("gps_lat", "gps_lon"), ("Breitengrad", "Längengrad"),
  ])
  func namesOfCoordinates(_ latitude: String, _ longitude: String) throws {
    let members = [42.4531, 42.4451, 42.4474].map {
      #""parkingLng": 1.5, "\#(longitude)": \#($0 - 118.9), "\#(latitude)": \#($0), "salon": 3"#
    }
    let guess = try #require(try guess("location.coordinate", of: reply(members)))
    #expect(guess.rule == #"{"latitude":"/\#(latitude)","longitude":"/\#(longitude)"}"#)
    #expect(guess.confidence == .high)
  }

  /// An impossible position costs only that position.
  @Test(arguments: [
    (#""lat": 4244.51, "lng": -76.48"#, "such as 4244.51, -76.48"), (#""lat": 142.4451, "lng": -76.48"#, "such as 142.4451, -76.48"),
  ])
  func oneImpossiblePosition(_ odd: String, _ remark: String) throws {
    let members = [#""lat": 42.4531, "lng": -76.4794"#, odd, #""lat": 42.4474, "lng": -76.4818"#]
    let guess = try #require(try guess("location.coordinate", of: reply(members)))
    #expect(guess.rule == #"{"latitude":"/lat","longitude":"/lng"}"# && guess.confidence == .high)
    #expect(guess.evidence.contains("1 of them is not on the Earth, \(remark)"), "\(guess.evidence)")
    let pairs = members.map { #""at": ["# + $0.replacing(#""lat": "#, with: "").replacing(#""lng": "#, with: "") + "]" }
    #expect(try rule("location.coordinate", of: reply(pairs)) == #"{"pair":"/at","order":"latitude-longitude"}"#)
  }

  @Test func decimalCommas() throws {
    let members = ["52", "51", "50"].map { #""lat": "52,\#($0)", "lon": "13,\#($0)", "coords": "52,\#($0)""# }
    #expect(try rule("location.coordinate", of: reply(members)) == #"{"latitude":"/lat","longitude":"/lon"}"#)
    #expect(try rule("location.coordinate", of: reply(["52", "51", "50"].map { #""coords": "52,\#($0)""# })) == nil)
    let pairs = ["52", "51", "50"].map { #""coords": "52,\#($0); 13,\#($0)""# }
    #expect(try rule("location.coordinate", of: reply(pairs))?.contains(#""pair":"/coords""#) == true)
  }

  @Test func recordsAreFoundInGroups() throws {
    let reply = #"""
      {"areas": [{"area": "north", "places": [{"id": "a", "name": "A Place", "phone": "555-0141"}, {"id": "b", "name": "B"}]},
                 {"area": "south", "places": [{"id": "c", "name": "C"}]}]}
      """#
    #expect(try rule("records", of: reply) == #"["/areas","/places"]"#)
  }

  @Test func csvIsRead() throws {
    let reply = "id,name,mon,tue,wed,thu,fri\na,A Place,08:00-16:00,08:00-16:00,08:00-16:00,closed,closed\n"
    #expect(try rule("hours", of: reply)?.contains(#""mon":"/mon""#) == true)
  }

  /// A second row of headers has dates, so the hours are those of one week.
  @Test func hoursOfOneWeekAreDoubtful() throws {
    let week = { (name: String, texts: String) in "\(name),\(Array(repeating: texts, count: 7).joined(separator: ","))\n" }
    let head = "Name,THU,FRI,SAT,SUN,MON,TUE,WED\nGym,1/1/2026,1/2/2026,1/3/2026,1/4/2026,1/5/2026,1/6/2026,1/7/2026\n"
    let rows = ["Pool", "Desk", "Wall", "Track", "Shop"].map { week($0, "6am to 9pm") }.joined()
    let proposal = try MappingProposal(of: Array((head + rows).utf8), zone: Zone("America/New_York"))
    let hours = try #require(proposal.guesses.first { $0.field == "hours" })
    #expect(hours.confidence == .low && hours.evidence.contains(#"texts such as "6am to 9pm"; a text is a date, "1/1/2026""#), "\(hours)")
  }

  /// What is read only in part is never rated high, whatever the form.
  @Test(arguments: [
    #""monday": "8-5pm", "tuesday": "8am-5pm", "wednesday": "8am-5pm", "thursday": "8am-5pm", "friday": "8am-5pm""#,
    #""opening_hours": "Mo-Fr 08:00-17:00, PH off""#, #""hours": "Mon-Fri 8am-5pm; Mon-Fri closed""#,
    #""mon_open": "07:00:00", "mon_close": "21:00:00", "tue_open": "07:00:00", "tue_close": "21:00:00", "wed_open": "07:00:00", "wed_close": "21:00:00", "thu_open": "07:00:00", "thu_close": "21:00:00", "fri_open": "07:00:00", "fri_close": "21:00:00""#,
  ])
  func hoursWithNotesAreNotCertain(members: String) throws {
    let week = #""monday": "8am-5pm", "tuesday": "8am-5pm", "wednesday": "8am-5pm", "thursday": "8am-5pm", "friday": "8am-5pm""#
    let others = members.contains("tuesday") ? (1...5).map { #", {"id": "\#($0)", "name": "Place \#($0)", \#(week)}"# }.joined() : ""
    let reply = #"[{"id": "reed", "name": "Reed", \#(members)}\#(others)]"#
    let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York"))
    let hours = try #require(proposal.guesses.first { $0.field == "hours" })
    #expect(hours.confidence == .medium && hours.evidence.contains("reading them adds a note: "), "\(hours)")
  }

  @Test func envelopesAreNoPartOfAKey() throws {
    let reply = #"""
      {"fields": [{"name": "BLDG_NUM", "type": "text"}, {"name": "BLDG_NAME", "type": "text"}],
       "features": [{"id": 0, "properties": {"BLDG_NUM": "0121", "BLDG_NAME": "Reed Hall"}},
                    {"id": 1, "properties": {"BLDG_NUM": "0137", "BLDG_NAME": "Mill Library"}},
                    {"id": 2, "properties": {"BLDG_NUM": "0205", "BLDG_NAME": "Lakeside Commons"}}]}
      """#
    #expect(try rule("records", of: reply) == #""/features""#)
    #expect(try rule("id", of: reply) == #""/properties/BLDG_NUM""#)
    #expect(try rule("name", of: reply) == #""/properties/BLDG_NAME""#)
    #expect(
      try rule("category", of: reply)
        == #"{"words":{"dining-hall":"commons","library":"library"},"of":"/properties/BLDG_NAME","else":"other"}"#)
  }

  @Test func listsOfOneValueAreThatValue() throws {
    let reply =
      #"[{"nid": [{"value": 12}], "title": [{"value": "Caf&eacute; Reed"}]}, {"nid": [{"value": 15}], "title": [{"value": "B"}]}]"#
    #expect(try rule("id", of: reply) == #""/nid/0/value""#)
    #expect(try rule("name", of: reply) == #"{"html":"/title/0/value"}"#)
  }

  @Test func keysOfRecordsMayBeTheirNames() throws {
    let reply = #"{"libraries": {"Mill": {"phone": "555-0141", "floors": 2}, "Reed": {"phone": "555-0142", "floors": 4}}}"#
    #expect(try rule("id", of: reply) == #"{"key":true}"#)
    #expect(try rule("name", of: reply) == #"{"key":true}"#)
  }

  @Test func theEndOfAnAddressMayBeTheID() throws {
    let reply = #"[{"url": "/guide/210417", "name": "Campus Life"}, {"url": "/guide/211893", "name": "Campus Life"}]"#
    #expect(try rule("id", of: reply) == #"{"after":"/","of":"/url"}"#)
  }

  @Test func aTableOfCategoriesIsFollowedByWordsOfNames() throws {
    let reply = #"""
      [{"id": "a", "name": "Reed Café", "kind": {"name": "Dining Hall"}}, {"id": "b", "name": "Mill Café", "kind": {"name": "Kiosk"}},
       {"id": "c", "name": "Barn", "kind": {"name": "Kiosk"}}, {"id": "d", "name": "The Bar", "kind": {"name": "Dining Hall"}}]
      """#
    let table = #"{"table":{"Dining Hall":"dining-hall"},"of":"/kind/name"}"#
    #expect(
      try rule("category", of: reply) == #"[\#(table),{"words":{"cafe":"café"},"of":"/name","else":"other"}]"#)
    #expect(try rule("categoryLabel", of: reply) == #""/kind/name""#)
  }

  @Test func anAlternativeReplacesItsRule() throws {
    let reply = #"""
      [{"id": 7, "name": "A Place", "position": [38.8, 38.9], "times": ["8am-4pm", "9am-4pm", "9am-4pm", "9am-4pm", "9am-4pm", "", ""]},
       {"id": 9, "name": "B", "position": [38.8, 38.7], "times": ["8am-4pm", "9am-4pm", "9am-4pm", "9am-4pm", "9am-4pm", "", ""]}]
      """#
    var proposal = try MappingProposal(of: Array(reply.utf8))
    let guess = try #require(proposal.guesses.first { $0.field == "location.coordinate" })
    #expect(guess.confidence == .low)
    #expect(guess.example == "38.8, 38.9; 38.8, 38.7")
    let other = try #require(guess.alternatives.first)
    #expect(other.example == "38.9, 38.8; 38.7, 38.8")
    try proposal.choose(other.rule, for: guess.field)
    let hours = try #require(proposal.guesses.first { $0.field == "hours" })
    #expect(hours.example == "Mon 08:00-16:00, Tue-Fri 09:00-16:00, Sat-Sun closed")
    #expect(hours.alternatives.map(\.example) == ["Mon-Thu 09:00-16:00, Fri-Sat closed, Sun 08:00-16:00"])
    try proposal.choose(try #require(hours.alternatives.first).rule, for: "hours")
    let text = proposal.text(schema: "mapping-1.schema.json", title: "Places", request: "records")
    #expect(text.contains(#""order": "longitude-latitude""#))
    #expect(text.contains(#""first": "sunday""#))
    let chosen = try #require(proposal.guesses.first { $0.field == "location.coordinate" })
    #expect(chosen.confidence == .high)
    #expect(chosen.alternatives.map(\.example) == [guess.example])
  }

  @Test func anotherListOfRecordsHasRulesOfItsOwn() throws {
    let reply = #"""
      {"places": [{"id": "a", "name": "A Place", "phone": "555-0141"}, {"id": "b", "name": "B", "phone": "555-0142"}],
       "people": [{"key": "p", "title": "Head"}, {"key": "q", "title": "Cook"}]}
      """#
    var proposal = try MappingProposal(of: Array(reply.utf8))
    let other = try #require(proposal.guesses[0].alternatives.first)
    #expect(other == MappingProposal.Alternative(rule: #""/people""#, example: "2 records with key, title"))
    try proposal.choose(other.rule, for: "records")
    #expect(proposal.guesses.prefix(3).map(\.rule) == [#""/people""#, #""/key""#, #""/title""#])
  }

  @Test func anotherNameChangesTheRulesThatAreMadeOfIt() throws {
    let reply = #"[{"name": "A Place", "display": "Library Café"}, {"name": "B Place", "display": "Harbour Café"}]"#
    var proposal = try MappingProposal(of: Array(reply.utf8))
    let name = try #require(proposal.guesses.first { $0.field == "name" })
    try proposal.choose(try #require(name.alternatives.first).rule, for: "name")
    #expect(proposal.guesses.first { $0.field == "id" }?.rule == #"{"slug":["/display"]}"#)
  }

  @Test func aFieldMayBeLeftOut() throws {
    let reply = #"[{"id": 7, "name": "A Place", "phone": "555-0141"}, {"id": 9, "name": "B", "phone": "555-0142"}]"#
    var proposal = try MappingProposal(of: Array(reply.utf8))
    try proposal.omit("contact.phone")
    #expect(!proposal.guesses.contains { $0.field == "contact.phone" })
    #expect(!proposal.text(schema: "s", title: "Places", request: "records").contains("phone"))
    #expect(throws: MappingProposal.Fault(message: "a mapping needs id")) { try proposal.omit("id") }
  }

  @Test(arguments: ["", "[]", "{}", "[1, 2]", #"[{"a": {}}]"#, #"{"a": [[[]]]}"#, String(repeating: "[", count: 500), "\u{0}"])
  func hostileRepliesAreRefused(reply: String) {
    #expect(throws: MappingProposal.Fault.self) { try MappingProposal(of: Array(reply.utf8)) }
  }
}
