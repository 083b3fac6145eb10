import AdapterTesting
import Aggregation
import CatalogSession
import FeedKit
import FeedMapping
import Foundation
import Testing

@Suite struct MappingTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Mappings")

  private static func mapping(_ name: String) throws -> Mapping {
    try Mapping(Array(Data(contentsOf: folder.appending(path: "\(name).json"))), file: "\(name).json")
  }

  /// Penn's feed, read by a mapping and by the built-in adapter, has the same entries byte for byte.
  @Test func mappingReadsWhatTheAdapterReads() async throws {
    let registry = Registry()
    let feed = try #require(FeedID("penn/dining").flatMap(registry.feed))
    let body = try #require(SampleRecording.file("penn/dining/venues.json"))
    let mapping = MappingAdapter(try Self.mapping("penn"), id: try #require(AdapterID("mapping")))
    let (found, expected) = (
      try await Self.lines(mapping, feed, body), try await Self.lines(try #require(registry.adapter(feed.adapter)), feed, body)
    )
    #expect(found == expected)
    #expect(!found.isEmpty)
  }

  @Test func mappingMeetsTheContract() async throws {
    let feed = try #require(FeedID("penn/dining").flatMap(Registry().feed))
    let body = try #require(SampleRecording.file("penn/dining/venues.json"))
    let few = try #require(
      JSONTree(parsing: body).flatMap { tree -> [UInt8]? in
        guard case .array(let venues) = tree else { return nil }
        return JSONTree.array(Array(venues.prefix(3))).bytes
      })
    let mapping = MappingAdapter(try Self.mapping("penn"), id: try #require(AdapterID("mapping")))
    let contract = AdapterContract(mapping, feed: feed, bodies: ["venues": few], records: ["venues": ""], seed: 20_261_123)
    #expect(await contract.failures() == [])
  }

  private static func lines(_ adapter: any FeedAdapter, _ feed: Feed, _ body: [UInt8]) async throws -> [String] {
    var draft = FeedDraft(for: feed)
    let request = FeedRequest(adapter.manifest.requests[0], addresses: [])
    try await adapter.normalize([FeedReply(to: request, body: body)], of: feed, into: &draft)
    try draft.finish()
    return draft.entries.map { entry in
      var writer = JSONWriter()
      entry.write(to: &writer)
      return writer.text
    }
  }

  // MARK: - Records

  /// Groups of objects of records, as PHP writes them. The key of a record may be its id, and values may come from the group.
  @Test func objectsAndGroups() async throws {
    let mapping = """
      {"records": ["/campuses", "/cafes"], "id": {"key": true}, "name": "/name",
       "location": {"building": {"group": "/title"}}, "skip": {"at": "/hide", "is": ["1", true]}}
      """
    let body = """
      {"campuses": {"203": {"title": "North", "cafes": {"593": {"name": "Commons"}, "a/b": {"name": "Slash"}, "7": {"name": "Hidden", "hide": "1"}}},
                    "204": {"title": "South", "cafes": [{"name": "No key"}, 5]}}}
      """
    let draft = try await MappingCase(mapping).read(body)
    #expect(
      draft.entries.map { "\($0.id) \($0.name ?? "") \($0.place?.location.building ?? "")" } == [
        "town/feed/204 No key South", "town/feed/593 Commons North", "town/feed/a%2Fb Slash North",
      ])
    #expect(draft.skipped == 1)
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["schema.type /campuses/204/cafes/1", "record.skipped "])
    #expect(draft.pointers.map(\.pointer).sorted() == ["/campuses/203/cafes/593", "/campuses/203/cafes/a~1b", "/campuses/204/cafes/0"])
  }

  @Test func aReplyWithoutTheRecordsIsRefused() async throws {
    let mapping = try MappingCase(#"{"records": "/data/list", "id": "/id", "name": "/n"}"#)
    for body in [#"{"data": {"error": "down"}}"#, "[]", #"{"data": {"list": "none"}}"#] {
      let error = await #expect(throws: AdapterError.self) { try await mapping.read(body) }
      #expect(error?.code == .wrongShape)
      #expect(error?.pointer == "/data/list")
    }
  }

  @Test(arguments: [
    (#""/name""#, #"{"name": " Café\u0000 1 "}"#, "Café 1"), (#""/name""#, #"{"name": 12}"#, "12"),
    (#"["/short", "/name"]"#, #"{"short": " ", "name": "Long"}"#, "Long"),
    (#"{"html": "/name"}"#, #"{"name": "<b>Joe&#039;s</b>"}"#, "Joe's"),
    (#"{"join": ["/a", "/b", "/c"], "with": ", "}"#, #"{"a": "1", "c": "3"}"#, "1, 3"),
    (#"{"after": "/", "of": "/url"}"#, #"{"url": "/guide/148"}"#, "148"),
    (#"{"before": "?", "of": {"after": "/", "of": "/url"}}"#, #"{"url": "/a/148?x"}"#, "148"),
    (#"{"table": {"d": "Dinner"}, "of": "/c", "else": "Other"}"#, #"{"c": "D "}"#, "Dinner"),
    (#"{"table": {"d": "Dinner"}, "of": "/c", "else": "Other"}"#, #"{}"#, "Other"),
    (#"{"words": {"Cafe": ["coffee"], "Bar": "beer"}, "of": "/c"}"#, #"{"c": "Beer garden"}"#, "Bar"),
    (#"{"words": {"Cafe": ["café"], "Street": ["straße"]}, "of": "/c"}"#, #"{"c": "ROHR CAFÉ"}"#, "Cafe"),
    (#"{"words": {"Cafe": ["café"], "Street": ["straße"]}, "of": "/c"}"#, #"{"c": "HAUPTSTRASSE"}"#, "Street"),
    (#"{"table": {"straße": "Street"}, "of": "/c"}"#, #"{"c": "STRASSE"}"#, "Street"),
    (#"{"table": {"MÜNCHNER PLATZ": "Square"}, "of": "/c"}"#, #"{"c": "Münchner Platz"}"#, "Square"),
    (#""/a~1b/0/c""#, #"{"a/b": [{"c": "deep"}]}"#, "deep"),
  ])
  func texts(_ rule: String, _ record: String, _ expected: String) async throws {
    let draft = try await MappingCase(#"{"records": "", "id": {"text": "x"}, "name": \#(rule)}"#).read("[\(record)]")
    #expect(draft.entries.first?.name == expected, "\(draft.notes)")
  }

  @Test func placesWithEverything() async throws {
    let mapping = """
      {"records": "/places", "base": "https://dining.example.edu/app/index.html", "id": {"slug": ["/name", "/building"]}, "name": "/name",
       "category": {"table": {"coffee": "cafe"}, "of": "/type", "else": "other"}, "categoryLabel": "/type",
       "tags": [{"split": "/tags", "by": ";"}, {"each": "/pay", "take": "/label"}], "labels": {"flags": {"Wi-Fi": "/wifi", "Halal": "/halal"}},
       "description": {"html": "/about"}, "notice": "/notices",
       "location": {"address": {"join": ["/street", "/city"], "with": ", "}, "onCampus": "/on", "coordinate": {"pair": "/geo", "order": "longitude-latitude"}},
       "contact": {"phone": "/phone", "email": "/mail"}, "links": [{"rel": "menu", "href": "/menu"}, {"rel": "order", "href": "/order"}],
       "images": [{"role": "photo", "href": "/photo"}]}
      """
    let body = """
      {"places": [{"name": "Café Olé", "building": "Duffield", "type": "Coffee", "tags": "vegan; fair trade;", "pay": {"2": {"label": "Card"}, "1": {"label": "Cash"}},
        "wifi": true, "halal": false, "about": "<p>Warm.</p>", "notices": ["Closed Friday", "Closed Friday", "Use the side door"],
        "street": "1 Main St", "city": "Ithaca", "on": true, "geo": ["-76.48", 42.44], "phone": "607", "mail": null, "menu": "menu.pdf", "order": "javascript:alert(1)",
        "photo": "//img.example.edu/1.jpg"}]}
      """
    let draft = try await MappingCase(mapping).read(body)
    var writer = JSONWriter()
    try #require(draft.entries.first).write(to: &writer)
    #expect(
      writer.text == """
        {"id":"town/feed/cafe-ole-duffield","kind":"place","campus":"town","name":"Café Olé","category":"cafe","categoryLabel":"Coffee","tags":["vegan","fair trade",\
        "Cash","Card"],"labels":["Wi-Fi"],"description":"Warm.","notice":"Closed Friday\\nUse the side door","location":{"address":"1 Main St, Ithaca","onCampus":true,\
        "latitude":42.44,"longitude":-76.48},"hours":{"zone":"America/New_York","layers":[]},"contact":{"phone":"607"},\
        "links":[{"rel":"menu","href":"https://dining.example.edu/app/menu.pdf"}],"images":[{"href":"https://img.example.edu/1.jpg","role":"photo"}],\
        "sources":[{"feed":"town/feed","record":"cafe-ole-duffield"}]}
        """)
    #expect(draft.notes.map { "\($0.code) \($0.pointer ?? "")" } == ["field.url /places/0/order"])
  }

  @Test(arguments: [
    (#"{"lat": "91", "lon": "0"}"#, nil, 1), (#"{"lat": "0.00000", "lon": 0}"#, nil, 0), (#"{"lat": "42.44", "lon": null}"#, nil, 1),
    (#"{"lat": null}"#, nil, 0), (#"{"lat": "nan", "lon": "0x1"}"#, nil, 1), (#"{"lat": 42.44, "lon": "-76.48"}"#, 42.44, 0),
    (#"{"lat": "42,44", "lon": "-76,48"}"#, 42.44, 0), (#"{"lat": "42,44,1", "lon": "-76,48"}"#, nil, 1),
    (#"{"lat": 4244.51, "lon": -76.48}"#, nil, 1),
  ])
  func coordinates(_ record: String, _ latitude: Double?, _ notes: Int) async throws {
    let mapping = """
      {"records": "", "id": {"text": "x"}, "name": {"text": "X"}, "location": {"coordinate": {"latitude": "/lat", "longitude": "/lon"}}}
      """
    let draft = try await MappingCase(mapping).read("[\(record)]")
    #expect(draft.entries.first?.place?.location.coordinate?.latitude == latitude)
    #expect(draft.notes.count == notes)
  }

  @Test(arguments: [
    (#""42.44,-76.48""#, 42.44, 0), (#""42.44, -76.48""#, 42.44, 0), (#""42,44; -76,48""#, 42.44, 0), (#""42,44, -76,48""#, 42.44, 0),
    (#""52,52""#, nil, 1), (#""42,44,-76,48""#, nil, 1), (#"" ""#, nil, 0), (#"["42,44", -76.48]"#, 42.44, 0), (#"[42.44]"#, nil, 1),
  ])
  func pairs(_ pair: String, _ latitude: Double?, _ notes: Int) async throws {
    let rule = #"{"pair": "/at", "order": "latitude-longitude"}"#
    let mapping = #"{"records": "", "id": {"text": "x"}, "name": {"text": "X"}, "location": {"coordinate": \#(rule)}}"#
    let draft = try await MappingCase(mapping).read(#"[{"at": \#(pair)}]"#)
    #expect(draft.entries.first?.place?.location.coordinate?.latitude == latitude)
    #expect(draft.notes.count == notes)
  }

  /// Conditions fold case as tables do.
  @Test func conditionsFoldCase() async throws {
    let mapping = #"{"records": "", "id": "/id", "name": "/id", "skip": {"at": "/kind", "is": ["straße", "gym"]}}"#
    let kinds = ["STRASSE", "Straße", "Gym", "street"]
    let records = kinds.enumerated().map { #"{"id": "\#($0)", "kind": "\#($1)"}"# }.joined(separator: ",")
    #expect(try await MappingCase(mapping).read("[\(records)]").entries.map { String($0.id.record) } == ["3"])
  }

  /// Values in ASCII are compared in a quick way. With another value beside them they are not, and the answers are the same.
  @Test func conditionsOfPlainValues() async throws {
    let kinds = [
      "closed", "CLOSED", " closed", "closed ", "closed  ", "clo\u{17F}ed", "clo  sed", "<b>Closed</b>", "closed&nbsp;", "\u{200E}closed",
      "closed\u{301}", "close", "closed!", "no lunch", "No Lunch ", "no  lunch", "no \u{200F}lunch", "nolunch", "no lunch<br>", "", " ",
      "caf\u{E9}",
    ]
    let records = try kinds.enumerated().map { (index, kind) in
      let text = String(decoding: try JSONEncoder().encode(kind), as: UTF8.self)
      return #"{"id": "\#(index)", "kind": \#(text)}"#
    }
    func skipped(_ values: String) async throws -> [String] {
      let mapping = #"{"records": "", "id": "/id", "name": "/id", "skip": {"at": "/kind", "isNot": [\#(values)]}}"#
      let entries = try await MappingCase(mapping).read("[\(records.joined(separator: ","))]").entries
      return entries.map { kinds[Int(String($0.id.record)) ?? 0] }
    }
    let plain = try await skipped(#""closed", "no lunch""#)
    #expect(plain == (try await skipped(#""closed", "no lunch", "\u00fc""#)))
    #expect(plain.count == 14, "\(plain)")
  }

  // MARK: - Pages

  @Test func pages() async throws {
    let body = { (rest: String) in #"{"id": "x", "name": "/n", "records": "/d", "paging": \#(rest)}"# }
    let two = #"{"d": [{"n": "a"}, {"n": "b"}], "next": "/api?page=2"}"#
    let other = #"{"d": [{"n": "c"}, {"n": "d"}], "next": "https://elsewhere.example/"}"#
    let offset = try MappingCase(body(#"{"offset": "from", "limit": "count", "size": 2}"#).replacing(#""x""#, with: #""/n""#))
    let url = "https://example.edu/api?format=json"
    #expect(
      try await offset.pages(two, other, #"{"d": [{"n": "e"}]}"#) == [
        "\(url)&from=0&count=2", "\(url)&from=2&count=2", "\(url)&from=4&count=2",
      ])
    let page = try MappingCase(body(#"{"page": "p"}"#).replacing(#""x""#, with: #""/n""#))
    #expect(try await page.pages(two, other, two, other) == [url, "\(url)&p=2", "\(url)&p=3"])
    #expect(try await page.pages(two, two) == [url, "\(url)&p=2"], "a server that ignores the page sends the first one again")
    let next = try MappingCase(body(#"{"next": "/next"}"#).replacing(#""x""#, with: #""/n""#))
    #expect(try await next.pages(two, two) == [url, "https://example.edu/api?page=2"])
    #expect(try await next.read(two, two).notes.map(\.code.description) == ["page.repeats"])
  }

  private static let paged = #"{"id": "/n", "name": "/n", "records": "/d", "paging": {"next": "/next"}}"#

  private static func page(_ name: String, next: String) -> String { #"{"d": [{"n": "\#(name)"}], "next": "\#(next)"}"# }

  /// Otherwise, each of these lists would be silently incomplete.
  @Test(arguments: [
    ("https://elsewhere.example/2", "policy.host"), ("http://example.edu/2", "policy.host"), ("https://example.edu:8443/2", "policy.host"),
    ("//cdn.example.edu/2", "policy.host"), ("javascript:next()", "schema.shape"),
  ])
  func nextPageOnAnotherServerFails(_ next: String, _ code: String) async throws {
    let error = await #expect(throws: AdapterError.self) { try await MappingCase(Self.paged).pages(Self.page("a", next: next)) }
    #expect(error?.code.description == code)
    #expect(error?.pointer == "/next")
  }

  @Test func hostsMayHaveNextPages() async throws {
    let feed = try MappingCase(Self.paged, hosts: ["cdn.example.edu:8443"])
    #expect(
      try await feed.pages(
        Self.page("a", next: "https://CDN.example.edu:8443/2"), Self.page("b", next: "/3"),
        Self.page("c", next: "https://example.edu/4"))
        == [
          "https://example.edu/api?format=json", "https://CDN.example.edu:8443/2", "https://CDN.example.edu:8443/3",
          "https://example.edu/4",
        ])
    await #expect(throws: AdapterError.self) { try await feed.pages(Self.page("a", next: "http://cdn.example.edu:8443/2")) }
    await #expect(throws: AdapterError.self) { try await feed.pages(Self.page("a", next: "https://cdn.example.edu/2")) }
  }

  @Test(arguments: [
    #"{"id": "/n", "name": "/n", "records": "/d", "paging": {"next": "/next"}}"#,
    #"{"id": "/n", "name": "/n", "records": ["/d", "/r"], "paging": {"next": "/next"}}"#,
    #"{"id": "/n", "name": "/n", "records": "/d", "paging": {"page": "p"}}"#,
  ])
  func pagesThatRepeatEnd(_ mapping: String) async throws {
    let feed = try MappingCase(mapping)
    let pages = (1...3).map { number in
      #"{"d": [{"n": "\#(number)", "r": [{"n": "\#(number)"}]}], "next": "/\#(number % 3 + 1)"}"#
    }
    #expect(try await feed.pages(pages[0], pages[1], pages[2], pages[0], pages[1], pages[2]).count == 4)
    let draft = try await feed.read(pages[0], pages[1], pages[2], pages[0])
    #expect(draft.entries.map(\.name) == ["1", "2", "3"])
    #expect(draft.notes.map { "\($0.code) \($0.request ?? "")" } == ["page.repeats records.4"])
  }

  /// The same groups on each page, with other records, and with the same record first or an empty group.
  @Test func pagesOfGroupsAreNotRepeats() async throws {
    let mapping = try MappingCase(#"{"id": "/n", "name": "/n", "records": ["/groups", "/places"], "paging": {"page": "p"}}"#)
    func page(_ names: String...) -> String {
      let places = names.map { #"{"n": "\#($0)"}"# }.joined(separator: ", ")
      return #"{"groups": {"North": {"places": []}, "South": {"places": [\#(places)]}}}"#
    }
    let draft = try await mapping.read(page("a", "b"), page("c"), page("c"))
    #expect(draft.entries.map(\.name) == ["a", "b", "c"])
    #expect(draft.notes.map { "\($0.code) \($0.request ?? "")" } == ["page.repeats records.3"])
    #expect(try await mapping.pages(page("a"), page("b"), page("b"), page("c")).count == 3)
  }

  // MARK: - Files

  @Test(arguments: [
    ("{\"licence\": \"CC0\", \"records\": \"\"}", "1:2", "unknown key \"licence\"; did you mean \"license\"?"),
    ("[]", "1:1", "expected a mapping"), (#"{"records": ""}"#, "1:1", "\"id\" is missing"),
    ("{\n  \"records\": \"\",\n  \"id\": \"/id\",\n  \"names\": \"/n\"}", "4:3", "unknown key \"names\""),
    ("{\"records\": \"\", \"id\": \"/id\",\n \"name\": \"name\"}", "2:2", "a pointer begins with \"/\""),
    (#"{"records": "", "id": "/id", "name": "/n", "category": "/c"}"#, "1:44", "whose results are one of dining-hall"),
    (#"{"records": "", "id": "/id", "name": "/n", "category": {"table": {"a": "caffe"}, "of": "/c"}}"#, "1:67", "\"caffe\" is not one of"),
    (#"{"records": "", "id": "/id", "name": {"html": "/n", "of": "/x"}}"#, "1:53", "unknown key \"of\""),
    (#"{"records": "", "id": "/id", "name": {"after": "", "of": "/x"}}"#, "1:39", "text that is not empty"),
    (
      #"{"records": "", "id": "/id", "name": "/n", "hours": {"week": {"each": "/w", "opens": "/o", "closes": "/c"}}}"#, "1:54",
      "\"day\" is missing"
    ),
    (#"{"records": "", "id": "/id", "name": "/n", "hours": {"week": {"moonday": "/w"}}}"#, "1:63", "\"moonday\" is not a weekday"),
    (#"{"records": "", "id": "/id", "name": "/n", "hours": {"osm": "/o", "clock": "12-hour"}}"#, "1:67", "\"24-hour\""),
    (#"{"records": "", "id": "/id", "name": "/n", "skip": {"at": "/a", "is": 1, "isNot": 2}}"#, "1:44", "one of \"is\" and \"isNot\""),
    (#"{"records": "", "id": "/id", "name": "/n", "paging": {"offset": "a&b"}}"#, "1:55", "the name of a query parameter"),
    ("{\"records\": \"/a\", \"id\": \"/id\", \"name\": \"/n\",\n \"location\": {\"region\": {\"group\": \"/t\"}}}", "2:26", "no \"group\""),
    (#"{"records": {"first": ["/a", "/b"]}, "id": "/id", "name": ["/n", {"group": "/t"}]}"#, "1:67", "name the list of groups, too"),
    ("{\"records\": \"\", \"records\": \"\"}", "1:17", "\"records\""), ("{\"records\": \"\"", "1:15", "ends"),
  ])
  func errorsHavePositions(_ file: String, _ position: String, _ message: String) {
    let error = #expect(throws: FileError.self) { try Mapping(Array(file.utf8), file: "m.json") }
    #expect(error?.description.hasPrefix("m.json:\(position): ") == true, "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  /// The version changes with the contents, but not with white space.
  @Test func versionFollowsTheContents() throws {
    let version = { (file: String) in try Mapping(Array(file.utf8), file: "m.json").version }
    let one = try version(#"{"records":"","id":"/id","name":"/n"}"#)
    #expect(try version("{ \"records\": \"\",\n\"id\": \"/id\", \"name\": \"/n\" }") == one)
    #expect(try version(#"{"records":"","id":"/id","name":"/m"}"#) != one)
  }

  // MARK: - One record, and geometries

  @Test func aReplyMayBeOneRecord() async throws {
    let mapping = """
      {"records": {"one": "/library"}, "id": {"text": "lee"}, "name": "/name",
       "hours": {"dates": {"each": "/hours", "date": "/date", "opens": "/from", "closes": "/to"}}}
      """
    let reply = #"{"library": {"name": "Lee Library", "hours": [{"date": "2026-11-23", "from": "07:00", "to": "24:00"}]}}"#
    let draft = try await MappingCase(mapping).read(reply)
    #expect(draft.entries.map(\.name) == ["Lee Library"])
    #expect(draft.pointers.map(\.pointer) == ["/library"])
    await #expect(throws: AdapterError.self) { try await MappingCase(mapping).read("{}") }
    let bad = try await MappingCase(mapping).read(#"{"library": {"name": []}}"#)
    #expect(bad.rejected == 1 && bad.notes.first?.pointer == "/library/name")
  }

  /// A list of rows may be the record itself: the days of the only place, or those of each key.
  @Test func listsMayBeRecords() async throws {
    let hours = #""hours": {"dates": {"each": "", "date": "/date", "opens": "/from", "closes": "/to"}}"#
    let rows = #"[{"date": "2026-11-23", "from": "07:00", "to": "22:00"}, {"date": "2026-11-24", "from": "", "to": ""}]"#
    let one = try await MappingCase(#"{"records": {"one": ""}, "id": {"text": "lee"}, "name": {"text": "Lee"}, \#(hours)}"#).read(rows)
    let monday = try #require(LocalDate("2026-11-23"))
    #expect(one.entries.first?.place?.hours?.plan(on: monday).services.count == 1)
    #expect(one.pointers.map(\.pointer) == [""])
    let key = #"{"records": ["", {"one": ""}], "id": {"key": true}, "name": {"key": true}, \#(hours)}"#
    let keyed = try await MappingCase(key).read(#"{"lee": \#(rows), "music": []}"#)
    #expect(keyed.entries.map { String($0.id.record) } == ["lee", "music"])
    #expect(keyed.pointers.map(\.pointer).sorted() == ["/lee", "/music"])
  }

  @Test(arguments: [
    (#"{"type": "Point", "coordinates": [-76.48, 42.44]}"#, "42.44,-76.48"),
    (#"{"type": "Polygon", "coordinates": [[[-76.5, 42.4], [-76.4, 42.4], [-76.4, 42.5], [-76.5, 42.4]]]}"#, "42.45,-76.45"),
    (#"{"type": "MultiPolygon", "coordinates": [[[[-76.5, 42.4], [-76.4, 42.5]]], [[[-76.2, 42.6]]]]}"#, "42.5,-76.35"),
    (#"{"type": "Point", "coordinates": [-76.48, 142.44]}"#, nil), (#"{"type": "Point", "coordinates": []}"#, nil),
    (#"{"type": "Point", "coordinates": [[["a"]]]}"#, nil), (#"{"type": "Point"}"#, nil), ("null", nil),
  ])
  func geometries(_ geometry: String, _ position: String?) async throws {
    let mapping = #"{"records": "", "id": "/id", "name": "/id", "location": {"coordinate": {"geojson": "/geometry"}}}"#
    let draft = try await MappingCase(mapping).read(#"[{"id": "a", "geometry": \#(geometry)}]"#)
    let found = draft.entries.first?.place?.location.coordinate
    #expect(found.map { "\($0.latitude),\($0.longitude)" } == position)
  }

  /// Records are in the first of several places that has a list: an array, or an object of records.
  @Test(arguments: [
    (#"{"a": [{"id": 1}], "b": [{"id": 2}]}"#, ["1"]), (#"{"b": [{"id": 2}]}"#, ["2"]), (#"{"a": null, "b": {"x": {"id": 3}}}"#, ["3"]),
    (#"{"a": "none", "b": [{"id": 4}]}"#, ["4"]),
  ])
  func recordsInSeveralPlaces(_ reply: String, _ records: [String]) async throws {
    let mapping = try MappingCase(#"{"records": {"first": ["/a", "/b"]}, "id": "/id", "name": {"text": "A"}}"#)
    #expect(try await mapping.read(reply).entries.flatMap(\.sources).map(\.record) == records)
  }
}
