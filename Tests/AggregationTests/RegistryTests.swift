import Aggregation
import CampusCatalog
import FeedKit
import OpeningHours
import Testing

@Suite struct RegistryTests {
  @Test func knownIDChangesOnlyGivenKeys() throws {
    let file = #"""
      {"$schema":"x","campuses":[{"id":"gmu","name":"Mason","calendar":[{"name":"Fall","kind":"term","from":"2026-08-24","to":"2026-12-16"}]}],
       "feeds":[{"id":"gmu/whats-open","cadence":"PT30M","addresses":{"alerts":[]}}]}
      """#
    let registry = try Registry().adding(Array(file.utf8), file: "r.json")
    let feed = try #require(registry.feeds.first { $0.id.description == "gmu/whats-open" })
    #expect(feed.campus.name == "Mason")
    #expect(feed.campus.timeZone?.name == "America/New_York")
    #expect(feed.campus.calendar.map(\.name) == ["Fall"])
    #expect(feed.cadence == 1800)
    #expect(feed.addresses["alerts"] == [])
    #expect(feed.addresses["facilities"]?.first?.url == "https://api.srct.gmu.edu/whatsopen/v2/facilities/")
  }

  private static let mine = #"""
    {"campuses":[{"id":"town","name":"Town","timeZone":"UTC"}],
     "feeds":[{"id":"town/a","adapter":"penn","headers":{"X-Key":"${KEY}"},
               "addresses":{"venues":["https://town.example/a","https://mirror.example/a"]}},
              {"id":"town/b","adapter":"exec","command":["./b"],"addresses":{"list":"https://town.example/b"}},
              {"id":"town/c","adapter":"whats-open","addresses":{"facilities":"https://town.example/c"}},
              {"id":"town/d","adapter":"penn","headers":{"Authorization":"Bearer key"},"addresses":{"venues":"https://town.example/d"}}]}
    """#

  private struct Nothing: FeedAdapter {
    let manifest: AdapterManifest

    func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) {}
  }

  private static func manifest(_ requests: [String]) -> AdapterManifest {
    AdapterManifest(id: "exec", version: 1, title: "", summary: "", homepage: "", license: "", requests: requests, cadence: 60)
  }

  private static func adding(_ text: String, _ file: String, to registry: Registry) throws(FileError) -> Registry {
    try registry.adding(Array(text.utf8), file: file, executable: { Nothing(manifest: manifest($0.requests)) })
  }

  /// Changes by another file that would send a header, which may be secret, or the requests of a program, to a server that the first file does not name.
  @Test(arguments: [
    #"{"id":"town/a","addresses":{"venues":"https://other.example/a"}}"#,
    #"{"id":"town/a","addresses":{"venues":"http://town.example/a"}}"#,
    #"{"id":"town/a","addresses":{"venues":"https://town.example:8443/a"}}"#,
    #"{"id":"town/a","addresses":{"venues":["https://town.example/a","https://other.example/a"]}}"#,
    #"{"id":"town/a","addresses":{"venues":{"url":"https://other.example/a","frozen":true}}}"#,
    #"{"id":"town/a","adapter":"whats-open","addresses":{"facilities":"https://other.example/a"}}"#,
    #"{"id":"town/b","addresses":{"list":"https://other.example/b"}}"#,
    #"{"id":"town/b","hosts":["other.example"]}"#,
    #"{"id":"town/b","headers":{"X-Key":"${KEY}"}}"#, #"{"id":"town/c","headers":{"X-Key":"${KEY}"}}"#,
    #"{"id":"town/c","headers":{"X-Key":"${KEY}"},"addresses":{"alerts":"https://other.example/c"}}"#,
    #"{"id":"town/d","addresses":{"venues":"https://other.example/d"}}"#, #"{"id":"town/c","headers":{"X-Key":"key"}}"#,
    #"{"id":"town/d","adapter":"whats-open","addresses":{"facilities":"https://other.example/d"}}"#,
  ]) func headersStayOnTheServersOfTheirFile(_ feed: String) throws {
    let registry = try Self.adding(Self.mine, "mine.json", to: Registry())
    let error = #expect(throws: FileError.self) { try Self.adding(#"{"feeds":[\#(feed)]}"#, "other.json", to: registry) }
    #expect(error?.file == "other.json" && error?.message.contains("mine.json") == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    #"{"id":"town/a","addresses":{"venues":"https://TOWN.example/other"}}"#, #"{"id":"town/a","enabled":false}"#,
    #"{"id":"town/a","headers":{},"addresses":{"venues":"https://other.example/a"}}"#,
    #"{"id":"town/a","headers":{"X-Key":"${OTHER}"},"addresses":{"venues":"https://other.example/a"}}"#,
    #"{"id":"town/b","command":["./other"],"addresses":{"list":"https://other.example/b"}}"#,
    #"{"id":"town/b","command":["./other"],"addresses":{"list":"https://town.example/b"},"hosts":["other.example"]}"#,
    #"{"id":"town/a","hosts":["other.example"]}"#, #"{"id":"town/c","hosts":["other.example"]}"#,
    #"{"id":"town/c","addresses":{"facilities":"https://other.example/c"}}"#, #"{"id":"town/d","cadence":"PT1H"}"#,
    #"{"id":"town/d","headers":{},"addresses":{"venues":"https://other.example/d"}}"#,
    #"{"id":"town/c","headers":{"Accept":"x"},"addresses":{"facilities":"https://town.example/c"}}"#,
    #"{"id":"town/c","headers":{"X-Key":"${KEY}"},"addresses":{"facilities":"https://other.example/c"}}"#,
  ]) func otherChangesAreAllowed(_ feed: String) throws {
    _ = try Self.adding(#"{"feeds":[\#(feed)]}"#, "other.json", to: try Self.adding(Self.mine, "mine.json", to: Registry()))
  }

  private static let errors: [(String, Int, Int, String)] = [
    ("{", 1, 2, "ends"),
    ("{\n  \"feedz\": []\n}", 2, 3, "feedz"),
    ("{\"campuses\": [\n {\"id\": \"a b\", \"name\": \"X\"}]}", 2, 3, "campus id"),
    ("{\"campuses\":[{\"id\":\"x\",\"name\":\"X\",\"timeZone\":\"EST\"}]}", 1, 35, "time zone"),
    ("{\"feeds\":[\n{\"id\":\"nowhere/x\",\"adapter\":\"penn\"}]}", 2, 1, "no campus"),
    ("{\"feeds\":[\n{\"id\":\"penn/x\",\n  \"adapter\":\"pen\"}]}", 3, 3, "no adapter"),
    ("{\"feeds\":[{\"id\":\"penn/x\"}]}", 1, 11, "adapter"),
    ("{\"feeds\":[{\"id\":\"penn/x\",\"adapter\":\"penn\",\"addresses\":{\"menu\":[]}}]}", 1, 56, "no request"),
    ("{\"feeds\":[{\"id\":\"penn/x\",\"adapter\":\"penn\",\"addresses\":{\"venues\":[\"file:///etc/passwd\"]}}]}", 1, 66, "http"),
    ("{\"feeds\":[{\"id\":\"penn/x\",\"adapter\":\"penn\",\"cadence\":\"15 minutes\"}]}", 1, 43, "PT15M"),
    ("{\"feeds\":[{\"id\":\"penn/x\",\"adapter\":\"penn\",\"headers\":{\"X\":\"a\\r\\nB: c\"}}]}", 1, 54, "header"),
    ("{\"links\":[{\"same\":[\"penn/dining/1\"]}]}", 1, 11, "two"),
    ("{\"corrections\":[{\"id\":\"penn/dining/1\",\"because\":\"x\"}]}", 1, 17, "changes nothing"),
    ("{\"corrections\":[{\"id\":\"penn/dining/1\",\"name\":\"\",\"because\":\"x\"}]}", 1, 39, "non-empty"),
    ("{\"corrections\":[{\"id\":\"penn/dining/1\",\"name\":\"X\",\"because\":\"x\",\"until\":\"2026-02-30\"}]}", 1, 64, "date"),
    ("{\"feeds\":[],\"feeds\":[]}", 1, 13, "twice"),
    (#"{"feeds":[{"id":"penn/dining","headers":{"Authorization":"Bearer ${TOKEN"}}]}"#, 1, 42, "variable"),
    (#"{"feeds":[{"id":"penn/dining","headers":{"Authorization":"Bearer ${}"}}]}"#, 1, 42, "variable"),
    (#"{"feeds":[{"id":"penn/dining","headers":{"Authorization":"Bearer ${1X}"}}]}"#, 1, 42, "variable"),
    (#"{"corrections":[{"id":"penn/dinning/593","name":"X","because":"x"}]}"#, 1, 18, "did you mean penn/dining?"),
    (#"{"links":[{"same":["penn/dining/593","penn/nowhere/1"]}]}"#, 1, 11, "there is no feed penn/nowhere"),
    (#"{"links":[{"same":["penn/dining/593","gmu/whats-open/rac"]}]}"#, 1, 11, "of the same campus"),
    (#"{"links":[{"place":["penn/dining/593","gmu/whats-open/rac"]}]}"#, 1, 11, "of the same campus"),
    (#"{"links":[{"place":["penn/dining/593"]}]}"#, 1, 11, "two"),
    (#"{"links":[{"place":["penn/dining/593","penn/nowhere/1"]}]}"#, 1, 11, "there is no feed penn/nowhere"),
    (#"{"links":[{"place":["penn/dining/593","penn"]}]}"#, 1, 39, "an entry id"),
    (#"{"links":[{"place":["penn/dining/1","penn/dining/2"],"same":["penn/dining/1","penn/dining/2"]}]}"#, 1, 11, "needs one of"),
    (#"{"feeds":[{"id":"penn/dining","adapter":"quotes"}]}"#, 1, 11, "has no address"),
    ("{\"facts\":{\"penn/dining/593\":{\n\"location\":{\"latitude\":91,\"longitude\":0}}}}", 2, 1, "latitude"),
    (
      #"{"feeds":[{"id":"penn/x","adapter":"mapping","addresses":{"records":["https://a.edu/"]},"mapping":{"licence":"CC0"}}]}"#, 1, 100,
      "did you mean \"license\"?"
    ),
    (#"{"feeds":[{"id":"penn/dining","cadence":null}]}"#, 1, 31, "null"),
    (#"{"facts":{"penn/dining/593":{"category":null}}}"#, 1, 30, "null"),
    (#"{"facts":{"penn/dining/593":{"hours":{}}}}"#, 1, 30, "unknown key \"hours\""),
    (#"{"facts":{"penn/dining/593":{}}}"#, 1, 11, "no facts"),
    (#"{"facts":{"593":{"category":"cafe"}}}"#, 1, 11, "not an entry id"),
    (#"{"facts":{"penn/dinning/593":{"category":"cafe"}}}"#, 1, 11, "did you mean penn/dining?"),
    (#"{"facts":{"penn/dining/593":{"links":[{"rel":"menu","href":"file:///x"}]}}}"#, 1, 53, "http"),
    (#"{"feeds":[{"id":"penn/dining","addresses":{"venues":"https://u:p@h.example/"}}]}"#, 1, 44, "without a user"),
    (#"{"feeds":[{"id":"penn/dining","addresses":{"venues":"https://h.example/+90 days"}}]}"#, 1, 44, "or spaces"),
  ]

  @Test(arguments: errors)
  func errorsHaveLocation(_ file: String, _ line: Int, _ column: Int, _ word: String) throws {
    let error = #expect(throws: FileError.self) { try Registry().adding(Array(file.utf8), file: "dir/r.json") }
    #expect(error?.description.hasPrefix("dir/r.json:\(line):\(column): ") == true, "\(error?.description ?? "no error")")
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test func conditionsOfMappingsMayBeAboutNull() throws {
    let mapping = #"{"records":"","id":"/id","name":"/name","category":"other","skip":{"at":"/name","is":[null,""]}}"#
    let file = #"{"feeds":[{"id":"penn/x","adapter":"mapping","addresses":{"records":["https://a.edu/"]},"mapping":\#(mapping)}]}"#
    #expect(throws: Never.self) { try Registry().adding(Array(file.utf8), file: "r.json") }
  }

  /// Later files change single values; the feed's entries get all of them.
  @Test func factsOfSeveralFilesAreMerged() throws {
    let file = #"""
      {"facts":{"penn/dining/593":{"location":{"building":"Commons"},"contact":{"phone":"1"}},
      "penn/dining/1.5":{"categoryLabel":"New","location":{"latitude":39.9,"longitude":-75.1}}}}
      """#
    let feed = try #require(FeedID("penn/dining"))
    let registry = try Registry().adding(Array(file.utf8), file: "r.json")
    let facts = try #require(registry.feed(feed)).facts
    let ids = ["penn/dining/593", "penn/dining/1.5"].compactMap { EntryID($0) }
    let commons = try #require(facts[ids[0]])
    #expect(commons.category == .diningHall && commons.location.building == "Commons" && commons.contact.phone == "1")
    #expect(commons.location.coordinate == Coordinate(latitude: 39.952275, longitude: -75.19956))
    #expect(commons.links.count == 1)
    #expect(facts[ids[1]]?.lines[.categoryLabel] == "New")
    // They are kept when the feed or its campus changes.
    let other = #"{"campuses":[{"id":"penn","name":"Penn"}],"feeds":[{"id":"penn/dining","cadence":"PT5M"}]}"#
    #expect(try registry.adding(Array(other.utf8), file: "o.json").feed(feed)?.facts == facts)
  }

  /// A file is named after its campus and in the folder of its country, because it is parsed only when its campus is named.
  @Test func everyBuiltInCampusHasFile() {
    var registry = Registry()
    #expect(Set(registry.campuses.map(\.id)) == BuiltInCampuses.standard && registry.errors == [])
    registry.include(BuiltInCampuses.files.map(\.campus))
    #expect(registry.errors == [] && registry.optionalFeeds.isEmpty)
    #expect(registry.campuses.map(\.id) == BuiltInCampuses.files.map(\.campus))
    for (campus, file) in zip(registry.campuses, BuiltInCampuses.files) {
      #expect(file.path == "Campuses/\(campus.country.map { "\($0.lowercased())/" } ?? "")\(campus.id).json")
      #expect(registry.feeds.contains { $0.campus.id == campus.id && $0.isEnabled }, "\(campus.id) has no feed that is read")
    }
  }

  /// Built-in campuses beyond the standard ones are there when something names them, and read when they are selected.
  @Test func furtherCampusesAreReadIfSelected() throws {
    let (campus, feed) = (try #require(CampusID("bergamo")), try #require(FeedID("bergamo/unibg-cena")))
    let registry = Registry()
    #expect(registry.campus(campus)?.country == "IT" && registry.feed(feed)?.adapter.description == "openmensa")
    #expect(!registry.campuses.contains { $0.id == campus } && registry.campusIDs.contains(campus))
    func feeds(_ selection: RunSelection, in registry: Registry) throws -> [String] {
      try Plan(selection, in: registry).readings.map(\.feed.id.description)
    }
    let standard = try feeds(RunSelection(), in: registry)
    #expect(standard.count == 6)
    #expect(try feeds(RunSelection(campuses: [campus]), in: registry) == ["bergamo/unibg-cena", "bergamo/unibg-pranzo"])
    #expect(try feeds(RunSelection(feeds: [feed]), in: registry) == ["bergamo/unibg-cena"])
    // A registry file can change such a feed, which is still only read if it is selected, and can add one, which is always read.
    let file = """
      {"campuses":[{"id":"bergamo","city":"Città Alta"}],
       "feeds":[{"id":"bergamo/unibg-cena","cadence":"PT5M"},
                {"id":"bergamo/own","adapter":"openmensa","addresses":{"canteens":"https://a.example/"}}]}
      """
    var changed = try registry.adding(Array(file.utf8), file: "r.json")
    #expect(changed.feed(feed)?.cadence == 300 && changed.cities[campus] == "Città Alta")
    #expect(try feeds(RunSelection(), in: changed) == (standard + ["bergamo/own"]).sorted())
    #expect(try feeds(RunSelection(campuses: [campus]), in: changed).count == 3)
    changed.include([campus])
    #expect(try feeds(RunSelection(), in: changed).count == standard.count + 3)
  }

  /// The feed of a file is read even if a feed that is built in has its id; and a file hears of it if the id of its campus is taken.
  @Test func ownFeedWithBuiltInIDIsRead() throws {
    let feed = #"{"id":"cmu/dining","adapter":"places","addresses":{"places":"https://x.example.org/a"}}"#
    func changed(_ campus: String) throws -> Registry {
      try Registry().adding(Array(#"{"campuses":[{"id":"cmu",\#(campus)}],"feeds":[\#(feed)]}"#.utf8), file: "r.json")
    }
    let registry = try changed(#""name":"Central Michigan","timeZone":"America/Detroit","country":"US""#)
    let read = try Plan(RunSelection(), in: registry).readings.map(\.feed)
    #expect(read.count == 7 && read.first { $0.campus.id.description == "cmu" }?.adapter.description == "places")
    #expect(
      registry.notes == [
        """
        r.json: the campus cmu is known as "Carnegie Mellon University" in Pittsburgh, Pennsylvania, and keeps its feeds and whatever else this \
        file does not state; if "Central Michigan" is another campus, give it another id
        """
      ])
    // Other names, positions and zones of the same campus are changes.
    #expect(try changed(#""name":"CMU""#).notes == [] && changed(#""timeZone":"America/Detroit""#).notes == [])
    #expect(try changed(#""name":"Carnegie Mellon University","timeZone":"America/New_York""#).notes == [])
  }

  @Test func feedsHaveReasonsLicensesAndEvidence() throws {
    let feed = try #require(FeedID("penn/dining"))
    let file = """
      {"feeds":[{"id":"penn/dining","enabled":false,"because":"the server refuses us","license":"CC0-1.0","evidence":[
        {"repository":"example/menus","path":"src/feeds.ts","commit":"0db17c2f99"},{"repository":"example/menus","commit":"0db17c2f99"},
        {"source":"public code","date":"2026-09-12"},{"source":"public code"}]}]}
      """
    let registry = try Registry().adding(Array(file.utf8), file: "r.json")
    #expect(registry.feed(feed)?.license == "CC0-1.0")
    #expect(
      registry.evidence(of: feed).map(\.description) == [
        "example/menus, src/feeds.ts (0db17c2f)", "example/menus (0db17c2f)", "public code, 2026-09-12", "public code, date unknown",
      ])
    let refusal = try Plan(RunSelection(feeds: [feed]), in: registry).readings.first?.refusal
    #expect(refusal?.reason == .configDisabled && refusal?.detail == "the server refuses us")
  }

  @Test func builtInRegistryIsComplete() {
    let registry = Registry()
    #expect(
      registry.feeds.map(\.id.description) == [
        "everywhere/guides", "everywhere/quotes", "gmu/whats-open", "liverpool/places", "penn/dining", "penn/menus",
      ])
    for feed in registry.feeds {
      #expect(registry.adapter(feed.adapter) != nil)
      for (request, addresses) in feed.addresses {
        #expect(registry.adapter(feed.adapter)?.manifest.requests.contains(request) == true)
        for address in addresses { #expect(WebAddress(address.url) != nil) }
      }
    }
    #expect(registry.feeds.first { $0.adapter.description == "penn" }?.addresses["venues"]?.last?.isFrozen == true)
  }

  @Test func unknownSelectionsSuggestTheNearest() throws {
    let registry = Registry()
    for (text, near) in [("pen", "penn"), ("liverpol", "liverpool"), ("gnu", "gmu")] {
      let selection = RunSelection(campuses: [try #require(CampusID(text))])
      let error = #expect(throws: PlanError.self) { try Plan(selection, in: registry) }
      #expect(error?.description.contains("did you mean \"\(near)\"") == true)
    }
  }
}
