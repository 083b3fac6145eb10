import Foundation
import SimdJSON
import TestKit
import TestTraits
import Testing

/// Built-in campuses beyond the standard ones are found by `campuses`, and read when they are selected, recorded or stored.
@Suite(.waitsForPrograms) struct CampusCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  /// The ids of the campuses of a list in JSON.
  private func campuses(_ words: [String]) throws -> [String] {
    let document = try JSONDocument(parsing: Array(try run(["campuses", "--json"] + words).out.utf8))
    var ids: [String] = []
    var campuses = document.root["campuses"]?.elements
    while let campus = campuses?.next() { ids.append(campus["id"]?.string ?? "") }
    return ids
  }

  @Test func campusesAreFound() throws {
    let all = try campuses([])
    #expect(all.count > 30 && Set(["everywhere", "penn", "bergamo", "tuwien"]).isSubset(of: all))
    #expect(try campuses(["philadel"]) == ["penn"])
    #expect(try campuses(["university", "of", "köln"]) == ["koeln"] && campuses(["Koln"]) == ["thkoeln"])
    #expect(try campuses(["KÖLN"]) == ["thkoeln", "koeln"] && campuses(["wuerzburg"]) == campuses(["Würzburg"]))
    #expect(try campuses(["italy"]) == campuses(["--country", "it"]) && campuses(["--country", "Italy"]).contains("sns"))
    #expect(
      try campuses(["--platform", "iCalendar"]) == campuses(["--platform", "icalendar"]) && !campuses(["--platform", "iCalendar"]).isEmpty)
    #expect(try run(["campuses", "--platform", "libcall"]).error.contains("no platform \"libcall\"; did you mean \"libcal\"?"))
    #expect(try run(["campuses", "--platform", "sharepoint"]).error.contains("use one of building-hours, "))
    #expect(try run(["campuses", "--country", "Germny"]).error.contains("did you mean \"Germany\"?"))
    #expect(try campuses(["--country", "UK"]) == campuses(["--country", "gb"]) && campuses(["uk", "cambridge"]) == ["cambridge"])
    #expect(
      try campuses(["--country", "usa"]) == campuses(["united", "states"])
        && campuses(["--country", "Österreich"]) == campuses(["austria"]))
    #expect(
      try run(["campuses", "mit"]).out.contains("campusgroups, localist\n")
        && run(["campuses", "tufts"]).out.contains("campusgroups, icalendar, nut"))
    #expect(try run(["campuses", "--country", "JP"]).error.contains("no country \"JP\"; use one of AT (Austria), "))
    #expect(try campuses(["--platform", "whats-open"]) == ["gmu"] && campuses(["openmensa", "--country", "US"]) == [])
    #expect(try campuses(["--near", "48.2,16.37", "--limit", "3"]) == ["tuwien", "wuwien", "boku"])
    let list = try run(["campuses", "--near", "48.2,16.37"])
    #expect(list.out.contains("TU Wien") && list.out.contains("DISTANCE") && list.out.split(separator: "\n").count == 11, "\(list.out)")
    #expect(
      list.error.contains("--limit 20 shows more") && list.error.contains(" campuses without a known position")
        && !list.error.contains("matching"), "\(list.error)")
    #expect(try run(["campuses", "--near", "48.2,16.37", "--country", "AU"]).error.contains("1 matching campus without a known position"))
    #expect(
      try run(["campuses", "zzz"]).error.contains("no matching campuses; to find the feeds of another campus, run: aggregate feeds find"))
    let none = try run(["campuses", "philadelpia"])
    #expect(none.status == 0 && none.out.isEmpty && none.error.contains("did you mean \"philadelphia\"?"), "\(none.error)")
    #expect(try run(["campuses", "--near", "48"]).status == 64)
  }

  /// A recording of a campus is read as a whole, and questions about everything in a store are about its campuses, too.
  @Test func recordedAndStoredCampusesAreRead() throws {
    let reply = """
      <?xml version="1.0" encoding="UTF-8"?>
      <openmensa version="2.1" xmlns="http://openmensa.org/open-mensa-v2"><canteen><name>Mensa Alta</name>
      <times type="opening"><monday open="12:00-14:00"/></times><day date="2026-11-23"><closed/></day></canteen></openmensa>
      """
    try folder.write(reply, to: "replies/bergamo/unibg-cena/canteens.xml")
    let words = ["--replay", "replies", "--store", "s.sqlite", "--at", "2026-11-20T12:00:00Z"]
    let run = try run(words)
    #expect(run.status == 0 && run.out.contains("Mensa Alta"), "\(run.error)")
    #expect(try self.run(["list", "--store", "s.sqlite"]).out.contains("Mensa Alta"))
    #expect(try self.run(["show", "bergamo/unibg-cena/mensa-alta", "--store", "s.sqlite"]).out.contains("Mensa Alta"))
    #expect(try self.run(["snapshots", "--store", "s.sqlite"]).out.contains("Europe/Rome"))
    #expect(try self.run(words + ["--format", "ndjson", "-o", "c.ndjson"]).status == 0)
    #expect(try self.run(["export", "c.ndjson", "--format", "html"]).out.contains("University of Bergamo"))
    #expect(try self.run(["--replay", "replies", "--campus", "trento"]).status == 4)
    let unknown = try self.run(["--replay", "replies", "--campus", "begamo"])
    #expect(unknown.status == 64 && unknown.error.contains("did you mean \"bergamo\"?"), "\(unknown.error)")
    #expect(try self.run(["--replay", "replies", "--campus", "nowhere-at-all"]).error.contains("to find one, run: aggregate campuses"))
  }

  @Test func settingsSelectBuiltInCampuses() throws {
    #expect(try run(["config", "set", "campus", "bergamo,trento"]).status == 0)
    #expect(try run(["config", "set", "campus", "bergmo"]).error.contains("did you mean \"bergamo\"?"))
    #expect(try run(["config", "set", "feed", "sns/pisasns-cena"]).status == 0)
    #expect(try run(["feeds"]).out.contains("trento/opera4u-cena"))
    let plan = try run(["work", "plan"])
    #expect(plan.out.contains("bergamo/unibg-cena") && plan.out.contains("sns/pisasns-cena"), "\(plan.error)")
    #expect(!plan.out.contains("sns/pisasns-pranzo") && !plan.out.contains("penn/dining"))
  }

  /// A registry file may use the id of a feed that is built in; `feeds` lists what a run reads, and both say whose campus it is.
  @Test func ownFeedReplacesBuiltInOne() throws {
    let file = """
      {"campuses":[{"id":"cmu","name":"Central Michigan","timeZone":"America/Detroit","country":"US"}],
       "feeds":[{"id":"cmu/dining","adapter":"places","addresses":{"places":"https://x.example.org/a"}}]}
      """
    try folder.write(file, to: "r.json")
    let listed = try run(["feeds", "--config", "r.json"])
    #expect(listed.out.contains("https://x.example.org/a") && !listed.out.contains("cmu/livewhale"), "\(listed.out)")
    #expect(listed.error.contains("r.json: the campus cmu is known as \"Carnegie Mellon University\""), "\(listed.error)")
    let plan = try run(["work", "plan", "--config", "r.json"])
    #expect(
      plan.out.contains("cmu/dining") && !plan.out.contains("cmu/livewhale") && plan.error.contains("give it another id"), "\(plan.error)")
    #expect(try run(["--config", "r.json", "--sample", "--campus", ","]).error.contains("--campus is empty"))
    // It is not the built-in feed; one that is only changed is.
    func origins(_ feed: String) throws -> String? {
      try run(["feeds", "show", feed, "--config", "r.json"]).out.split(separator: "\n").first { $0.hasPrefix("from ") }.map(String.init)
    }
    #expect(try origins("cmu/dining")?.hasSuffix("r.json") == true && origins("cmu/dining")?.contains("built in") == false)
    try folder.write(#"{"feeds":[{"id":"cmu/dining","cadence":"PT1H"},{"id":"penn/dining","cadence":"PT1H"}]}"#, to: "r.json")
    #expect(try origins("cmu/dining")?.contains("built in, ") == true && origins("penn/dining")?.contains("built in, ") == true)
    // What replaces it can be removed, what changes it cannot.
    let remove = ["feeds", "remove", "cmu/dining", "--registry", "r.json"]
    #expect(try run(remove).error.contains("cmu/dining is built in"))
    try folder.write(file, to: "r.json")
    let removed = try run(remove)
    #expect(removed.status == 0 && removed.error.contains("is no longer in"), "\(removed.error)")
    #expect(try origins("cmu/dining")?.hasSuffix(" built in") == true)
  }

  @Test func feedsOfBuiltInCampusesCanBeShownAndChanged() throws {
    #expect(try run(["feeds"]).out.contains("penn/dining") && !run(["feeds"]).out.contains("bergamo"))
    let listed = try run(["feeds", "--campus", "bergamo"])
    #expect(listed.out.contains("bergamo/unibg-cena") && !listed.out.contains("penn/dining"), "\(listed.error)")
    let shown = try run(["feeds", "show", "bergamo/unibg-cena"])
    #expect(shown.out.contains("evidence  cvzi/mensa, docs/meta/markas_unibg.cena.xml (17d56267)"), "\(shown.out)")
    #expect(try run(["feeds", "disable", "bergamo/unibg-cena"]).status == 0)
    #expect(try run(["feeds", "show", "bergamo/unibg-cena"]).out.contains("enabled   no; to read it"))
    // Only its own feeds are read without a selection.
    #expect(!(try run(["work", "plan"]).out.contains("bergamo")))
    let added = ["feeds", "add", "bergamo/own", "--adapter", "openmensa", "--url", "https://a.example/c.xml", "--no-check"]
    #expect(try run(added).status == 0)
    let plan = try run(["work", "plan"]).out
    #expect(plan.contains("bergamo/own") && !plan.contains("bergamo/unibg-pranzo"))
    // A name for a built-in campus is accepted once.
    let named = [
      "feeds", "add", "trento/own", "--name", "Trento", "--adapter", "openmensa", "--url", "https://a.example/c.xml", "--no-check",
    ]
    #expect(try run(named).status == 0 && run(["feeds", "--campus", "trento"]).out.contains("Trento  "))
  }
}
