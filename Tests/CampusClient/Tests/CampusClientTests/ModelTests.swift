import CampusClient
import Foundation
import OpeningHours
import Testing

@Suite struct ModelTests {
  private func list(_ json: String) async throws -> EntryList {
    try await CampusClient.test(ScriptedTransport([.response(200, [:], json)])).entries().value
  }

  @Test func anEntryThatCannotBeReadDoesNotAffectOthers() async throws {
    let more =
      #",{"id":"x/y/robot","kind":"robot"},{"id":"x/y/1","kind":"place","campus":"x","name":"Old zone","category":"cafe","#
      + #""hours":{"zone":"Nowhere/City","layers":[]}},7,{"id":"everywhere/quotes/1","kind":"quote","campus":"everywhere","text":"Yes."}"#
    let list = try await list(Sample.list(name: "Commons", total: 5, more: more))
    #expect(list.entries.map(\.id) == ["penn/dining/Commons", "everywhere/quotes/1"])
    #expect(list.quotes.map(\.text) == ["Yes."])
    #expect(list.unreadable.map(\.index) == [1, 2, 3])
    #expect(list.unreadable.map(\.id) == ["x/y/robot", "x/y/1", nil])
    #expect(list.unreadable[1].detail.contains("/entries/2/hours/zone"))
  }

  /// Apps may store what they have read.
  @Test func listsAreWrittenAsTheyWereRead() async throws {
    let list = try await list(Sample.list)
    let read = try JSONDecoder().decode(EntryList.self, from: JSONEncoder().encode(list))
    #expect(read.places.map(\.status) == list.places.map(\.status))
    #expect(read.places.map(\.hours) == list.places.map(\.hours))
    #expect(read.places.first?.hours != nil)
    #expect(read.at == list.at)
  }

  @Test func statusIsComputedOnTheDevice() async throws {
    let place = try #require(try await list(Sample.list).places.first)
    let style = RegionalStyle(country: "US")
    let noon = try instant("2026-11-21T17:00:00Z")
    #expect(place.status(at: noon, style: style).sentence == "Open until 10 PM")
    #expect(place.isOpen(at: noon))
    #expect(place.closes(at: noon) == (try instant("2026-11-22T03:00:00Z")))
    #expect(place.opensNext(after: noon) == (try instant("2026-11-22T15:00:00Z")))
    let night = try instant("2026-11-23T06:30:00Z")
    #expect(place.status(at: night).sentence == "Closes in 30 min")
    let monday = try instant("2026-11-23T08:00:00Z")
    #expect(
      place.status(at: monday)
        == PlaceStatus(
          state: .closed, until: try instant("2026-11-27T12:00:00Z"), opens: try instant("2026-11-27T12:00:00Z"),
          sentence: "Opens Fri 07:00"))
    #expect(!place.isOpen(at: monday))
    #expect(place.closes(at: monday) == nil)
    #expect(place.opensNext(after: monday) == (try instant("2026-11-27T12:00:00Z")))
    let week = place.week(from: noon)
    #expect(week.map(\.date.description) == (21...27).map { "2026-11-\($0)" })
    #expect(
      week.map { $0.sentence() } == ["Open 07:00–22:00", "Open 10:00–02:00", "Closed", "Closed", "Closed", "Closed", "Open 07:00–22:00"])
  }

  /// Of a catalog, the server says when it last read each feed; the oldest one of a place may be that of its hours.
  @Test func aCatalogIsAsOldAsItsFeeds() async throws {
    let entries = try #require(Sample.list.firstRange(of: /"entries":.*/).map { Sample.list[$0].dropLast() })
    let json =
      #"{"schema":"campus-catalog/1","generatedAt":"2026-11-21T17:00:00Z","campuses":[],"feeds":["#
      + #"{"id":"penn/dining","campus":"penn","outcome":"stale","checkedAt":"2026-11-01T12:00:00Z","entries":1,"rejected":0}],"#
      + #"\#(entries),"contentHash":"sha256:0"}"#
    let catalog = try await CampusClient.test(ScriptedTransport([.response(200, [:], json)])).catalog().value
    let place = try #require(catalog.places.first)
    #expect(place.receivedAt == (try instant("2026-11-01T12:00:00Z")))
    #expect(place.status(at: try instant("2026-11-21T17:00:00Z")).because == "feed.old")
  }

  @Test func theWeekBeginsWithTheNightThatGoesOn() async throws {
    let place = try #require(try await list(Sample.list).places.first)
    // Monday 01:30, when Sunday's service still goes on; and 02:30.
    #expect(place.week(from: try instant("2026-11-23T06:30:00Z")).first?.date.description == "2026-11-22")
    #expect(place.week(from: try instant("2026-11-23T07:30:00Z")).first?.date.description == "2026-11-23")
    #expect(place.week(from: try instant("2026-12-21T17:00:00Z")).allSatisfy { $0.plan == .unknown })
  }

  @Test func storedPlacesKeepTheirAge() async throws {
    let place = try #require(try await list(Sample.list).places.first)
    let read = try JSONDecoder().decode(Place.self, from: JSONEncoder().encode(place))
    #expect(read == place)
    #expect(read.status(at: try instant("2027-11-21T17:00:00Z")).state == .unknown)
  }

  /// 250 ids are three requests.
  @Test func manyFavoritesAreSeveralQuestions() async throws {
    let pages = ["A", "B", "C"].map { ScriptedTransport.Step.response(200, [:], Sample.list(name: $0)) }
    let transport = ScriptedTransport(pages)
    var query = EntryQuery()
    query.ids = (1...250).map { "penn/dining/\($0)" }
    let list = try await CampusClient.test(transport).allEntries(query).value
    #expect(list.places.map(\.name) == ["A", "B", "C"])
    #expect(list.total == 3)
    #expect(await transport.requests.map { $0.url.absoluteString.split(separator: ",").count } == [100, 100, 50])
  }

  @Test func noFavoritesAreNoPlaces() async throws {
    let transport = ScriptedTransport([])
    var query = EntryQuery()
    query.ids = Favorites().ids
    #expect(try await CampusClient.test(transport).allEntries(query).value.entries.isEmpty)
    #expect(await transport.requests.isEmpty)
  }

  /// A confident answer from old data would be worse than none.
  @Test func hoursThatWereStoredForTooLongAreUnknown() async throws {
    let place = try #require(try await list(Sample.list).places.first)
    let received = try #require(place.receivedAt)
    let later = try #require(Instant(secondsSinceEpoch: received.secondsSinceEpoch + 14 * 86_400))
    #expect(place.status(at: later).state == .open)
    let tooLate = try #require(Instant(secondsSinceEpoch: later.secondsSinceEpoch + 1))
    let status = place.status(at: tooLate)
    #expect(status.state == .unknown)
    #expect(status.because == "feed.old")
    #expect(status.sentence == "Hours unknown: the feed was last read on Sat 21 Nov")
    #expect(place.status(at: tooLate, maximumAge: .seconds(30 * 86_400)).state == .open)
  }

  @Test func whatTheServerDoesNotTrustIsNotTrustedHere() async throws {
    let old = #"{"state":"unknown","because":"feed.old","sentence":"Hours unknown: the feed was last read on Sun, Nov 1"}"#
    let json = Sample.list.replacingOccurrences(of: #"{"state":"open","sentence":"Open until 10 PM"}"#, with: old)
    let place = try #require(try await list(json).places.first)
    #expect(place.hours != nil)
    #expect(place.status(at: try instant("2026-11-21T17:00:00Z")) == place.status)
  }

  @Test func placesWithoutHoursAreUnknown() async throws {
    let json = Sample.list.replacing(/"hours":.*,"sources"/, with: #""sources""#)
    let place = try #require(try await list(json).places.first)
    #expect(place.hours == nil)
    let noon = try instant("2026-11-21T17:00:00Z")
    #expect(place.status(at: noon) == PlaceStatus(state: .unknown, because: "hours.none", sentence: "Hours unknown"))
    #expect(place.week(from: noon).isEmpty)
  }

  @Test func eventsAreGroupedByDate() async throws {
    func event(_ id: Int, _ from: String, _ to: String, _ more: String = "") -> String {
      #"{"id":"x/guides/\#(id)","kind":"event","campus":"x","name":"\#(id)","startDate":"\#(from)","endDate":"\#(to)"\#(more)}"#
    }
    let wednesdays = #","hours":{"zone":"Europe/London","layers":[{"level":"weekly","week":{"we":[["14:00","15:00"]]}}]}"#
    let events = [
      event(1, "2026-11-20", "2026-11-20"), event(2, "2026-11-24", "2026-11-24"), event(3, "2026-11-18", "2026-11-21"),
      event(4, "2026-11-18", "9999-12-31", wednesdays), event(5, "2026-11-24", "2026-11-25"), event(6, "2026-11-21", "2026-11-21"),
    ]
    let json =
      #"{"schema":"campus-list/1","at":"2026-11-21T17:00:00Z","total":6,"entries":[\#(events.joined(separator: ","))]}"#
    let days = try await list(json).events.byDate(from: try #require(LocalDate("2026-11-21")), days: 14)
    #expect(days.map(\.date.description) == ["2026-11-21", "2026-11-24", "2026-11-25", "2026-12-02"])
    #expect(days.map { $0.events.map(\.name) } == [["3", "6"], ["2", "5"], ["4"], ["4"]])
  }

  @Test func distancesAreOnTheSphere() {
    let fairfax = Position(latitude: 38.83, longitude: -77.307)
    #expect(fairfax.distance(to: fairfax) == 0)
    // A degree of latitude is 111.195 km on a sphere of the mean radius.
    #expect(abs(fairfax.distance(to: Position(latitude: 39.83, longitude: -77.307)) - 111_195) < 1)
    let opposite = Position(latitude: -38.83, longitude: 102.693)
    #expect(abs(fairfax.distance(to: opposite) - .pi * 6_371_008.8) < 1)
    // Across the date line.
    #expect(Position(latitude: 0, longitude: 179.999).distance(to: Position(latitude: 0, longitude: -179.999)) < 223)
  }

  @Test func theNearestPlacesComeFirst() throws {
    func place(_ id: String, _ position: String) throws -> Place {
      let json = #"{"id":"\#(id)","kind":"place","campus":"x","name":"\#(id)","category":"cafe","location":{\#(position)}}"#
      return try JSONDecoder().decode(Place.self, from: Data(json.utf8))
    }
    let places = [
      try place("far", #""latitude":39.0,"longitude":-77.307"#), try place("none", #""building":"Hub""#),
      try place("b", #""latitude":38.831,"longitude":-77.307"#), try place("a", #""latitude":38.829,"longitude":-77.307"#),
      try place("here", #""latitude":38.83,"longitude":-77.307"#),
    ]
    let here = Position(latitude: 38.83, longitude: -77.307)
    #expect(places.nearest(to: here).map(\.id).first == "here")
    #expect(places.nearest(to: here).map(\.id).last == "far")
    #expect(places.nearest(to: here, within: 200).map(\.id).sorted() == ["a", "b", "here"])
    #expect(places.nearest(to: here, within: 200).allSatisfy { $0.distance ?? 999 <= 200 })
  }

  @Test func favoritesSurviveARestart() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("favorites.json")
      var favorites = try Favorites(contentsOf: file)
      #expect(favorites.ids.isEmpty)
      for id in ["penn/dining/593", "gmu/whats-open/southside", "penn/dining/593"] { favorites.add(id) }
      favorites.toggle("liverpool/places/1")
      favorites.toggle("gmu/whats-open/southside")
      try favorites.write(to: file)
      #expect(try Favorites(contentsOf: file).ids == ["penn/dining/593", "liverpool/places/1"])
      // A damaged list is an error, so that an app does not write an empty one over it.
      try Data("[\"penn".utf8).write(to: file)
      #expect(throws: (any Error).self) { try Favorites(contentsOf: file) }
    }
  }

  @Test func questionsAreWrittenAsParameters() async throws {
    let transport = ScriptedTransport([.response(200, [:], Sample.list)])
    var query = EntryQuery(campuses: ["penn", "gmu"])
    query.open = "2026-11-24T12:00+01:00"
    query.near = Position(latitude: 38.83, longitude: -0.000_000_4)
    query.within = 299.6
    query.words = "joe's & käse"
    query.ids = ["penn/dining/a%20b"]
    var client = CampusClient.test(transport)
    client.language = .german
    client.clock = .twentyFourHours
    client.userAgent = "CampusApp/2.1"
    _ = try await client.entries(query)
    let request = try #require(await transport.requests.first)
    let expected =
      "https://campus.example.edu/dining/api/v1/entries?ids=penn/dining/a%2520b&campus=penn,gmu&open=2026-11-24T12:00%2B01:00"
      + "&near=38.830000%2C-0.000000&within=300m&q=joe%27s%20%26%20k%C3%A4se&lang=de&clock=24"
    #expect(request.url.absoluteString == expected)
    #expect(request.headers["User-Agent"] == "CampusApp/2.1")
    #expect(request.headers["Accept-Language"] == "de")
  }
}
