import AdapterWorkbench
import FeedKit
import Testing

/// Proposals for the surroundings of records: pages, relative addresses, and hidden records.
@Suite struct ReplyProposalTests {
  private func guess(_ field: String, of reply: String, address: String? = nil) throws -> MappingProposal.Guess? {
    try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York"), address: address).guesses.first { $0.field == field }
  }

  private let places = #"[{"id": 7, "name": "Reed Hall"}, {"id": 9, "name": "Mill Hall"}]"#

  @Test(arguments: [
    (#"{"count": 120, "next": "https://api.example.edu/places?page=2", "results": PLACES}"#, #"{"next":"/next"}"#),
    (#"{"data": PLACES, "links": {"self": "/places?page=1", "next": "/places?page=2"}}"#, #"{"next":"/links/next"}"#),
    (#"{"data": PLACES, "links": {"prev": "/places?page=1", "next": null}}"#, #"{"next":"/links/next"}"#),
    (#"{"list": PLACES, "meta": {"current_page": 1, "last_page": 3}}"#, #"{"page":"page"}"#),
    (#"{"list": PLACES, "pageIndex": 0, "totalPages": 3}"#, #"{"page":"pageIndex","first":0}"#),
    (#"{"list": PLACES, "total": "16", "offset": 0, "limit": 2}"#, #"{"offset":"offset","limit":"limit"}"#),
    (#"{"features": PLACES, "exceededTransferLimit": true}"#, #"{"offset":"resultOffset","limit":"resultRecordCount","size":2}"#),
  ])
  func pagesAreRequested(reply: String, rule: String) throws {
    #expect(try guess("paging", of: reply.replacing("PLACES", with: places))?.rule == rule)
  }

  @Test(arguments: [
    #"{"count": 2, "next": null, "results": PLACES}"#, #"{"list": PLACES, "total": 2, "page": 1, "pages": 1}"#,
    #"{"list": PLACES, "next": "token"}"#, "PLACES",
  ])
  func completeRepliesHaveNoPages(reply: String) throws {
    #expect(try guess("paging", of: reply.replacing("PLACES", with: places)) == nil)
  }

  @Test func theAddressNamesTheParameterOfPages() throws {
    let reply = #"{"list": \#(places), "total": 16}"#
    #expect(try guess("paging", of: reply)?.confidence == .low)
    let known = try #require(try guess("paging", of: reply, address: "https://api.example.edu/places?pageSize=2&pageNumber=1"))
    #expect(known.rule == #"{"page":"pageNumber"}"#)
    #expect(known.confidence == .medium)
  }

  @Test func relativeAddressesNeedABase() throws {
    let reply = #"[{"id": 7, "name": "Reed Hall", "url": "/halls/reed"}, {"id": 9, "name": "Mill Hall", "url": "/halls/mill"}]"#
    #expect(try guess("links", of: reply)?.evidence.contains("state the \"base\"") == true)
    #expect(try guess("base", of: reply) == nil)
    #expect(try guess("base", of: reply, address: "https://www.example.edu/api/halls?all=1")?.rule == #""https://www.example.edu/""#)
  }

  @Test(arguments: [
    (#""isActive": true"#, #""isActive": false"#, #"{"at":"/isActive","is":false}"#),
    (#""deleted": "0""#, #""deleted": "1""#, #"{"at":"/deleted","is":"1"}"#),
    (#""hidden": false"#, #""hidden": false"#, #"{"at":"/hidden"}"#),
    (#""status": "published""#, #""status": "draft""#, #"{"at":"/status","is":["draft"]}"#),
  ])
  func recordsThatAreNotForShowAreLeftOut(one: String, other: String, rule: String) throws {
    let reply = #"[{"id": 7, "name": "Reed Hall", \#(one)}, {"id": 9, "name": "Mill Hall", \#(other)}]"#
    let skip = try #require(try guess("skip", of: reply))
    #expect(skip.rule == rule)
    #expect(skip.confidence == .medium)
  }

  @Test(arguments: [#""colorEnabled": false"#, #""latest": true"#, #""status": "open""#])
  func otherFlagsLeaveNothingOut(member: String) throws {
    #expect(try guess("skip", of: #"[{"id": 7, "name": "Reed", \#(member)}, {"id": 9, "name": "Mill", \#(member)}]"#) == nil)
  }

  @Test func groupsAreRegionsOrCategories() throws {
    let areas = #"""
      {"areas": [{"area": "North", "places": [{"code": "a", "name": "Reed", "phone": "555-0141"}]},
                 {"area": "South", "places": [{"code": "b", "name": "Mill", "phone": "555-0142"}]}]}
      """#
    #expect(try guess("location.region", of: areas)?.rule == #"{"group":"/area"}"#)
    let kinds = #"""
      {"libraries": [{"code": "a", "name": "Reed", "phone": "555-0141"}], "cafes": [{"code": "b", "name": "Mill", "phone": "555-0142"}]}
      """#
    #expect(
      try guess("category", of: kinds)?.rule == #"{"table":{"libraries":"library","cafes":"cafe"},"of":{"key":true},"else":"other"}"#)
    #expect(try guess("location.region", of: kinds) == nil)
  }

  @Test func recordsMayHaveATimeZone() throws {
    let reply = #"[{"id": "a", "name": "Reed", "tz": "America/Chicago", "tags": "quiet, warm"}, {"id": "b", "name": "Mill", "tz": "UTC"}]"#
    #expect(try guess("zone", of: reply)?.rule == #""/tz""#)
    #expect(try guess("tags", of: reply)?.rule == #"{"split":"/tags","by":","}"#)
  }

  @Test func markupIsNoTable() {
    #expect(throws: MappingProposal.Fault.self) { try MappingProposal(of: Array("<html>\n<p>Not found</p>\n</html>\n".utf8)) }
  }

  /// Days with two times are joined (`JoinProposalTests`), but there is no rule for texts by date.
  @Test func textsOfDaysNeedAProgram() throws {
    let row = { (place: String, day: Int) in #"{"place": "\#(place)", "date": "2026-11-\#(day)", "open": "6:00 AM-10:00 PM"}"# }
    let reply = #"{"openings": [\#(row("Reed Gym", 23)), \#(row("Reed Gym", 24)), \#(row("Pool", 23))]}"#
    let records = try #require(try guess("records", of: reply))
    #expect(records.confidence == .low)
    #expect(records.evidence.contains("join the records of a place"))
    #expect(try guess("hours", of: reply) == nil)
  }

  @Test func rowsInAnotherListNeedAProgram() throws {
    let reply = #"""
      {"places": [{"id": 7, "name": "Reed Hall", "phone": "555-0141"}, {"id": 9, "name": "Mill Hall", "phone": "555-0142"}],
       "hours": [{"place_id": 7, "dow": "MON", "start": 27000, "stop": 79200}, {"place_id": 9, "dow": "TUE", "start": 27000, "stop": 79200}]}
      """#
    let records = try #require(try guess("records", of: reply))
    #expect(records.rule == #""/places""#)
    #expect(records.evidence.contains("/hours has rows for these records (place_id): a mapping cannot join lists"), "\(records.evidence)")
  }

  @Test func quotesAreNoPlaces() throws {
    let reply = #"[{"q": "Soup of the evening", "a": "L. C."}, {"q": "Beautiful soup", "a": "L. C."}]"#
    let records = try #require(try guess("records", of: reply))
    #expect(records.confidence == .low && records.evidence.contains("nothing in them is about a place"), "\(records.evidence)")
  }

  /// The only place of a reply that could have several, with its key.
  @Test func theOnlyPlaceOfAnObject() throws {
    let day = { (date: Int) in #"{"date": "2026-11-\#(date)", "open": "08:00", "close": "22:00"}"# }
    let week = #"{"Monday": \#(day(23)), "Tuesday": \#(day(24))}"#
    let reply = #"{"loc_1": {"lid": 1, "name": "Lee Library", "weeks": [\#(week)]}}"#
    #expect(try guess("records", of: reply)?.rule == #""""#)
    #expect(try guess("id", of: reply)?.rule == #""/lid""#)
    #expect(try guess("hours", of: reply)?.rule.contains(#""each":["/weeks",""]"#) == true)
    // A campus is not a place if it has a list of them.
    let campus =
      #"{"203": {"name": "Town", "cafes": {"5": {"id": "5", "name": "Elm", "weeks": [\#(week)]}, "6": {"id": "6", "name": "Ash"}}}}"#
    #expect(try guess("records", of: campus)?.rule == #""/203/cafes""#)
    #expect(try guess("records", of: reply.replacing("loc_1", with: "library"))?.rule == #"{"one":"/library"}"#)
  }

  // MARK: - One place

  @Test func rowsOfOnePlace() throws {
    let row = { (day: Int) in #"{"date": "2026-11-\#(day)", "open_time": "07:00:00", "close_time": "22:00:00", "is_closed": false}"# }
    let reply = "[\(row(23)), \(row(24)), \(row(25))]"
    let records = try #require(try guess("records", of: reply))
    #expect(records.rule == #"{"one":""}"# && records.evidence.contains("one place with hours"))
    #expect(try guess("id", of: reply)?.rule == #"{"text":"place"}"#)
    #expect(try guess("name", of: reply)?.confidence == .low)
    #expect(try guess("hours", of: reply)?.example.hasPrefix("2026-11-23 07:00-22:00, 2026-11-24 07:00-22:00") == true)
  }

  @Test func onePlaceInAnObject() throws {
    let rows = #"[{"day": "mon-fri", "from": "08:00", "to": "22:00"}, {"day": "sat", "from": "10:00", "to": "18:00"}]"#
    let reply = #"{"library": {"name": "Lee Library", "hours": \#(rows)}}"#
    #expect(try guess("records", of: reply)?.rule == #"{"one":"/library"}"#)
    #expect(try guess("id", of: reply)?.rule == #"{"text":"library"}"#)
    #expect(try guess("name", of: reply)?.rule == #""/name""#)
  }

  @Test func dataInATextNeedsAProgram() {
    let fault = #expect(throws: MappingProposal.Fault.self) { try MappingProposal(of: Array(#""[{\"id\": 1}]""#.utf8)) }
    #expect(fault?.message.hasPrefix("the reply is a JSON text that contains the data; ") == true)
  }

  // MARK: - Values of places

  @Test func geometriesThatAreNotAllPoints() throws {
    let reply = #"""
      {"features": [
        {"geometry": {"type": "Point", "coordinates": [-71.1, 42.3]}, "properties": {"name": "Reed", "amenity": "cafe", "building": "yes"}},
        {"geometry": {"type": "Polygon", "coordinates": [[[-71.1, 42.3], [-71.2, 42.4]]]}, "properties": {"name": "Mill", "amenity": "library"}}]}
      """#
    #expect(try guess("location.coordinate", of: reply)?.rule == #"{"geojson":"/geometry"}"#)
    #expect(try guess("categoryLabel", of: reply)?.rule == #""/properties/amenity""#)
    #expect(try guess("location.building", of: reply) == nil)
  }

  @Test func addressesInParts() throws {
    let reply = #"""
      [{"id": 7, "name": "Reed", "addr:housenumber": "12", "addr:street": "Mill Road", "addr:city": "Lakeside", "addr:state": "NY"},
       {"id": 9, "name": "Mill", "addr:housenumber": "3", "addr:street": "Reed Lane", "addr:city": "Lakeside", "addr:state": "NY"}]
      """#
    #expect(try guess("location.address", of: reply)?.example == "12 Mill Road, Lakeside, NY, 3 Reed Lane, Lakeside, NY")
    let whole = #"[{"id": 7, "name": "Reed", "address": "12 Mill Road, Lakeside, NY", "city": "Lakeside", "state": "NY"}]"#
    #expect(try guess("location.address", of: whole)?.rule == #""/address""#)
  }

  @Test func namesThatAreEscapedTwice() throws {
    let reply = #"[{"id": 7, "name": "Reed&amp;#39;s"}, {"id": 9, "name": "Mill"}]"#
    let name = try #require(try guess("name", of: reply))
    #expect(name.rule == #"{"html":{"html":"/name"}}"# && name.example.hasPrefix("Reed's"))
  }

  @Test func pagesOfPlacesAreTheirLinks() throws {
    let reply = #"""
      [{"id": 7, "name": "Reed", "links": {"self": {"href": "https://www.example.edu/jsonapi/places/7"}}, "url": "https://maps.google.com/?cid=7",
        "website": "https://reed.example.edu/", "icon": "https://www.example.edu/place.png"},
       {"id": 9, "name": "Mill", "links": {"self": {"href": "https://www.example.edu/jsonapi/places/9"}}, "url": "https://maps.google.com/?cid=9",
        "website": "https://mill.example.edu/", "icon": "https://www.example.edu/place.png"},
       {"id": 11, "name": "Annex", "links": {"self": {"href": "https://www.example.edu/jsonapi/places/11"}},
        "url": "https://maps.google.com/?cid=11", "website": "https://annex.example.edu/", "icon": "https://www.example.edu/place.png"}]
      """#
    #expect(try guess("links", of: reply)?.rule == #"[{"rel":"website","href":"/website"}]"#)
    #expect(try guess("images", of: reply) == nil)
  }
}
