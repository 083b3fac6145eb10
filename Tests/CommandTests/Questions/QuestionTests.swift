import CampusCatalog
import CatalogQuery
import Foundation
import OpeningHours
import SimdJSON
import TestKit
import TestTraits
import Testing

/// Questions about the sample, asked as a user would.
@Suite(.waitsForPrograms) struct QuestionTests {
  private func lines(_ arguments: String...) throws -> [String] {
    let result = try Program.run(arguments + ["--sample"])
    #expect(result.status == 0, "\(result.error)")
    return result.out.split(separator: "\n").map(String.init)
  }

  private func ids(_ arguments: [String]) throws -> [String] {
    let result = try Program.run(arguments + ["--format", "json"])
    #expect(result.status == 0, "\(result.error)")
    let document = try JSONDocument(parsing: Array(result.out.utf8))
    var ids: [String] = []
    guard var entries = document.root["entries"]?.elements else { return [] }
    while let entry = entries.next() { ids.append(entry["id"]?.string ?? "") }
    return ids
  }

  @Test func openListsPlacesWithHours() throws {
    let open = try lines("open", "--campus", "gmu")
    #expect(open.first?.hasPrefix("NAME") == true)
    #expect(open.contains { $0.hasPrefix("Southside") && $0.contains("  open   Open until midnight      Southside Dining Hall") })
    #expect(!open.contains { $0.contains("closed") || $0.contains("unknown") })
    #expect(try lines("open", "--for", "6h", "--campus", "gmu").count < open.count)
    let late = try lines("open", "--until", "01:30", "--campus", "gmu")
    #expect(late.dropFirst().map { $0.prefix(5) } == ["Ike's", "One S"])
    #expect(try lines("open", "--at", "23:30", "--campus", "gmu").contains { $0.contains("Closes in 30 min") })
    #expect(try lines("open", "--at", "23:30-05:00") == lines("open", "--at", "2026-11-21T23:30:00-05:00"))
    // At that offset it is the next day already.
    #expect(try lines("open", "--at", "23:30+14:00") == lines("open", "--at", "2026-11-22T23:30:00+14:00"))
    let closing = try lines("open", "--sort", "closing", "--campus", "penn")
    #expect(closing[1].contains("Open until 4:30 PM") && closing.last?.contains("Open until midnight") == true)
  }

  @Test func listShowsOpenPlacesFirst() throws {
    let states = try lines("list").dropFirst().compactMap { line in ["open", "closed", "unknown"].first { line.contains(" \($0) ") } }
    #expect(states == states.sorted { ["open": 0, "closed": 1, "unknown": 2][$0] ?? 3 < ["open": 0, "closed": 1, "unknown": 2][$1] ?? 3 })
    #expect(states.count == 31)
    let names = try lines("list", "--sort", "name")
    #expect(names[1].hasPrefix("1920 Commons") && names.last?.hasPrefix("Town Square Coffee") == true)
    #expect(try lines("list", "--closed", "--category", "cafe").dropFirst().allSatisfy { $0.contains(" closed ") && $0.contains(" cafe ") })
    let some = try Program.run(["list", "--limit", "3", "--sample"])
    #expect(some.out.split(separator: "\n").count == 4 && some.error.contains("28 more; --limit 20 shows more"), "\(some.error)")
    #expect(try Program.run(["list", "--limit", "16", "--sample"]).error.contains("15 more; --limit 31 shows all"))
    #expect(try lines("list", "--building", "jc").count == 3)
    #expect(try lines("list", "--tag", "LATE NIGHT", "--region", "Fairfax").count == 3)
  }

  @Test func nearShowsDistances() throws {
    let near = try lines("near", "38.83,-77.307", "--within", "300m")
    #expect(near.count == 9)
    #expect(near[1].contains(" 110 ft") && near[8].contains(" 0.2 mi"))
    #expect(try lines("near", "-33.4,-70.6", "--within", "20000km", "--limit", "1")[1].contains(" mi"))
    #expect(try lines("near", "38.83,-77.307", "--open", "--within", "0.26 km").count == 6)
  }

  @Test func nearShowsTenWithinFiveKilometers() throws {
    let near = try Program.run(["near", "38.83,-77.307", "--sample"])
    #expect(near.out.split(separator: "\n").count == 11)
    #expect(near.error.contains("3 more within 5 km; --limit 13 shows all\n"), "\(near.error)")
    #expect(near.error.contains("1 place has no coordinates and is left out\n"), "\(near.error)")
    #expect(try ids(["near", "38.83,-77.307", "--sample"]).count == 10)
    #expect(try ids(["near", "38.83,-77.307", "--sample", "--limit", "11"]).count == 11)
    let all = try Program.run(["near", "38.83,-77.307", "--sample", "--limit", "20"])
    #expect(all.out.split(separator: "\n").count == 14)
    #expect(all.error.contains("17 more are farther away than 5 km; a larger --within shows them"), "\(all.error)")
    #expect(try lines("near", "38.83,-77.307", "--within", "5km").count == 14)
    // The same places, if they are selected by an option.
    for command in [["open"], ["list", "--open"], ["near"]] {
      let option = command == ["near"] ? [] : ["--near"]
      let open = try ids(command + option + ["38.83,-77.307", "--sample"] + (command == ["near"] ? ["--open"] : []))
      #expect(open.count == 10 && open.first == "gmu/whats-open/express", "\(command)")
    }
    #expect(try lines("open", "--near", "38.83", "-77.307") == lines("open", "--near", "38.83,-77.307"))
    #expect(try lines("list", "--category", "cafe,gym") == lines("list", "--category", "cafe", "--category", "gym"))
    #expect(try lines("open", "--near", "38.83,-77.307", "--sort", "closing")[1].contains("Open until 5 PM"))
  }

  @Test func nothingNearNamesNearest() throws {
    let far = try Program.run(["near", "38.9,-77.307", "--sample"])
    #expect(far.status == 0 && far.out.isEmpty)
    #expect(far.error.contains("no places within 5 km; the nearest is 3.7 mi away: Town Square Coffee (gmu/whats-open/"), "\(far.error)")
    let open = try Program.run(["open", "--near", "0,0", "--within", "1m", "--sample", "--category", "bar"])
    #expect(open.error.contains("no open places within 1m; the nearest is "), "\(open.error)")
    let swapped = try Program.run(["near", "-77.307", "38.83", "--sample"])
    #expect(swapped.error.contains("did you mean 38.83,-77.307? The latitude comes first"), "\(swapped.error)")
    let meters = try Program.run(["near", "38.83,-77.307", "--within", "300", "--sample"])
    #expect(meters.error.contains(" farther away than 300 m;"), "\(meters.error)")
  }

  /// The records of an upstream's entries are found in a recording of its catalog, too.
  @Test func recordsOfCatalogsAreExplained() throws {
    let folder = Program.root.appendingPathComponent("Fixtures/catalog-campuses")
    let result = try Program.run(
      ["explain", "gmu/whats-open/southside", "--replay", ".", "--config", "registry.json"], directory: folder)
    #expect(result.status == 0 && result.out.contains("from gmu/whats-open, record southside, catalog /entries/1\n"), "\(result.out)")
  }

  @Test func searchRanks() throws {
    #expect(try ids(["search", "library", "sunday", "--campus", "gmu", "--sample"]) == ["gmu/whats-open/fenwick-library"])
    #expect(try lines("search", "library", "sunday", "--campus", "gmu")[1].contains("Open 9 AM–midnight"))
    #expect(try ids(["search", "starb", "--sample"]) == ["gmu/whats-open/starbucks-northern-neck", "penn/dining/1163"])
    #expect(try ids(["search", "CAFE", "--sample"]).first == "gmu/whats-open/arlington-cafe")
    #expect(try ids(["search", "dunkin", "--sample"]) == ["gmu/whats-open/dunkin-donuts"])
    #expect(try ids(["search", "joes cafe", "--sample"]) == ["penn/dining/642"])
    #expect(try ids(["search", "johnson", "panda", "--sample"]) == ["gmu/whats-open/panda-express"])
  }

  @Test(arguments: [
    (["search", "stabuks"], "no places match \"stabuks\"; did you mean \"starbucks\"?"),
    (["search", "jonsn", "panda"], "no places match \"jonsn panda\": none has \"jonsn\""),
    (["search", "panda", "starb"], "no place has all of the words \"panda starb\"; try fewer"),
    (["search", "zzzz"], "no places match \"zzzz\"; no similar words were found: "),
    (["search", "hill", "--open"], "no open places match \"hill\"; 1 place does without --open"),
    (["list", "--category", "bar", "--campus", "penn"], "no matching places among 11; try without --category"),
    (["list", "--campus", "everywhere"], "no places, only events and quotes; see `aggregate events` and `aggregate quotes`"),
    (
      ["open", "--campus", "penn", "--at", "04:00"],
      "10 are closed; 1 has unknown hours; the first to open is 1920 Starbucks (penn/dining/1163): Opens Sat 8:30 AM"
    ),
    (["open", "--campus", "penn", "--for", "20h"], "no open places for that long; 5 are open, but close earlier"),
    (["open", "--at", "2030-01-01T12:00:00Z", "--campus", "penn"], "the hours in the sample cover "),
    (["events", "--from", "2030-01-01"], "no events on these dates; those of the catalog are from 1 January 2026 – 7 February 2027"),
    (["events", "--at", "2030-01-01T00:00:00Z"], "no upcoming events\naggregate: 6 events are over; --all lists them too"),
    (["alerts", "--severity", "major"], "no alerts of major severity; there are "),
    (["quotes", "--campus", "penn"], "no quotes"),
  ])
  func emptyListsSayWhy(_ arguments: [String], _ message: String) throws {
    let result = try Program.run(arguments + ["--sample"])
    #expect(result.status == 0 && result.out.isEmpty, "\(result.out)")
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try Program.run(arguments + ["--sample", "--format", "ndjson"]).out.isEmpty)
  }

  @Test func listsHaveOneEntryOnEachLine() throws {
    for command in [
      ["list"], ["open"], ["near", "38.83,-77.307"], ["search", "cafe"], ["events"], ["alerts"], ["quotes"], ["show", "cafe"],
    ] {
      let json = try Program.run(command + ["--sample", "--format", "json"]).out
      let entries = json.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n").replacing("},\n", with: "}\n")
      #expect(try Program.run(command + ["--sample", "--format", "ndjson"]).out == entries + "\n", "\(command)")
    }
  }

  /// Hours of other dates are explained.
  @Test func recordingNamesItsDates() throws {
    let path = Program.root.appendingPathComponent("Fixtures/sample").path
    for arguments in [["list"], ["list", "--closed"], ["open"], ["near", "39.95,-75.19", "--open"], ["search", "commons", "--open"]] {
      let result = try Program.run(arguments + ["--replay", path, "--campus", "penn", "--at", "2030-01-01T12:00:00-05:00"])
      #expect(result.error.contains("the hours in this recording cover November 21–27, 2026"), "\(result.error)")
      #expect(result.error.contains("; try --at 2026-11-22T12:00"), "\(result.error)")
    }
    #expect(try !Program.run(["list", "--replay", path, "--campus", "penn", "--at", "2026-11-21T12:00:00-05:00"]).error.contains("cover"))
  }

  @Test func listsNameCampusesAndClocks() throws {
    let list = try Program.run(["list", "--sample"])
    #expect(list.out.hasPrefix("NAME") && list.out.contains("  CAMPUS     "))
    #expect(list.error.contains("times are local: America/New_York for gmu and penn, Europe/London for liverpool\n"), "\(list.error)")
    let one = try Program.run(["list", "--sample", "--campus", "penn"])
    #expect(!one.out.contains("CAMPUS") && !one.error.contains("times are local"))
  }

  /// The program gives the same answers as the library.
  @Test func answersMatchLibrary() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Program.run(["--sample", "-q"]).out, to: "c.json")
    let catalog = try CatalogReader.read(Array(try folder.read("c.json").utf8))
    let time = "2026-11-21T20:00:00-05:00"
    let rule = StatusRule(at: try #require(Instant(time)), campuses: catalog.campuses)
    for sort in [PlaceOrder.name, .location, .closing] {
      var query = PlaceQuery()
      query.order = sort
      let expected = query.results(in: catalog.entries, by: rule).items.map(\.entry.id.description)
      for source in [["--catalog", path], ["--sample"], ["--replay", Program.root.appendingPathComponent("Fixtures/sample").path]] {
        #expect(try ids(["list", "--at", time, "--sort", sort.rawValue] + source) == expected)
      }
    }
  }

  /// The option comes before the setting, and the setting before the country. Data does not depend on it.
  @Test func clockFollowsCountrySettingAndOption() throws {
    let command = ["open", "--sample", "--campus", "penn"]
    for (arguments, environment, text) in [
      ([], [:], "Open until 4:30 PM"), (["--clock", "24"], [:], "Open until 16:30"), ([], ["AGGREGATE_CLOCK": "24"], "Open until 16:30"),
      (["--clock", "12"], ["AGGREGATE_CLOCK": "24"], "Open until 4:30 PM"), (["--lang", "de", "--clock", "24"], [:], "Geöffnet bis 16:30"),
      (["--clock", "24"], ["AGGREGATE_LANG": "de"], "Geöffnet bis 16:30"),
      (["--lang", "en"], ["AGGREGATE_LANG": "de"], "Open until 4:30 PM"),
    ] as [([String], [String: String], String)] {
      for format in ["text", "json"] {
        let result = try Program.run(command + arguments + ["--format", format], environment: environment)
        #expect(result.out.contains(text), "\(result.out)")
        #expect(format == "text" || result.out.contains(#"["09:30","14:30","Brunch"]"#))
      }
    }
    #expect(try Program.run(command + ["--clock", "13"]).status == 64)
    #expect(try Program.run(command, environment: ["AGGREGATE_CLOCK": "13"]).error.contains("it must be 12 or 24"))
    #expect(try Program.run(command, environment: ["AGGREGATE_LANG": "nl"]).error.contains("it must be one of en, de, es, fr, it"))
    let sample = try Program.run(["--sample", "-q"]).out
    for arguments in [[], ["--clock", "24"]] {
      let pages = try ["html", "markdown"].map { try Program.run(["--sample", "--format", $0, "-q"] + arguments).out }
      #expect(pages.allSatisfy { $0.contains(arguments.isEmpty ? "9:30 AM–2:30 PM" : "09:30–14:30") && !$0.contains("24:00") })
    }
    let csv = try ["12", "24"].map { try Program.run(["--sample", "--format", "csv", "--table", "hours", "-q", "--clock", $0]).out }
    let again = try Program.run(["--sample", "-q", "--clock", "12"]).out
    #expect(csv[0] == csv[1] && sample == again)
  }

  /// Titles, states and the names of facts are in the language; codes and JSON are not.
  @Test(
    arguments: [
      ("en", "NAME STATE HOURS CAMPUS", "open", "STATE SEVERITY ALERT WHEN", "active minor", "category", "until ", "sources"),
      (
        "de", "NAME STATUS ÖFFNUNGSZEITEN CAMPUS", "geöffnet", "STATUS WICHTIGKEIT MELDUNG WANN", "aktiv minor", "Kategorie", "bis ",
        "Quellen"
      ),
      ("es", "NOMBRE ESTADO HORARIO CAMPUS", "abierto", "ESTADO GRAVEDAD AVISO CUÁNDO", "vigente minor", "categoría", "hasta ", "fuentes"),
      ("fr", "NOM ÉTAT HORAIRES CAMPUS", "ouvert", "ÉTAT GRAVITÉ ALERTE QUAND", "en cours minor", "catégorie", "jusqu’au ", "sources"),
      ("it", "NOME STATO ORARI CAMPUS", "aperto", "STATO GRAVITÀ AVVISO QUANDO", "in corso minor", "categoria", "fino al ", "fonti"),
    ])
  func tablesAndCardsFollowLanguage(
    language: String, titles: String, state: String, alertTitles: String, alert: String, category: String, until: String, sources: String
  ) throws {
    /// The lines, each with single spaces.
    func lines(_ arguments: String...) throws -> [String] {
      let result = try Program.run(arguments + ["--sample", "--lang", language])
      #expect(result.status == 0, "\(result.error)")
      return result.out.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    }
    let places = try lines("open")
    #expect(places[0].hasPrefix(titles) && places[1].contains(" \(state) ") && places[1].hasSuffix(" penn/dining/593"), "\(places)")
    let alerts = try lines("alerts")
    #expect(alerts[0].hasPrefix(alertTitles) && alerts[1].hasPrefix(alert), "\(alerts)")
    #expect(try lines("events")[1].contains(" \(until)"))
    let card = try lines("show", "penn/dining/593")
    #expect(card[1].hasPrefix("\(state) "), "\(card)")
    #expect(["\(category) dining-hall", "\(sources) penn/dining, "].allSatisfy { fact in card.contains { $0.hasPrefix(fact) } }, "\(card)")
    func json(_ language: String) throws -> String {
      let text = try Program.run(["open", "--sample", "--lang", language, "--format", "json"]).out
      return text.replacing(/"sentence":"[^"]*"/, with: "").replacing(/"sentenceAfterwards":"[^"]*"/, with: "")
    }
    #expect(try json(language) == json("en"))
  }

  @Test func showPrintsAllDetails() throws {
    let card = try lines("show", "ike's", "--at", "2026-11-24T12:00:00-05:00").joined(separator: "\n")
    for text in [
      "Ike's", "open  Open until Tue midnight; then opens Mon, Nov 30, from midnight", "Tue, Nov 24, 2026  open all day",
      "Wed, Nov 25, 2026  closed (Thanksgiving Break 2026 [Closed])", "Mon, Nov 30, 2026  open all day", "dining-hall (Dining Hall)",
      "Eisenhower Hall (PPK)", "38.8289,-77.3023", "buffet, late night", "gmu/whats-open, record ikes: sample", "gmu/whats-open/ikes",
    ] { #expect(card.contains(text), "\(text) in \(card)") }
    let local = try lines("show", "gmu/whats-open/recreation-and-athletic-complex-rac", "--at", "2026-11-24")
    #expect(local.contains { $0 == "Fri, Nov 27, 2026  10 AM–2 PM (Day after Thanksgiving [RAC])" })
    #expect(local.contains("Upcoming exceptions"))
    for id in ["everywhere/guides/210417", "gmu/whats-open/alert-31", "everywhere/quotes/408b08073106bc1f96a02d80043baa63"] {
      #expect(try lines("show", id).contains { $0.contains(id) })
    }
    let json = try Program.run(["show", "penn/dining/593", "--sample", "--format", "json"]).out
    #expect(
      json.contains(#""answers":{"openToday":[["09:30","14:30","Brunch"]"#)
        && json.contains(#""closes":"2026-11-21T16:30:00-05:00","opens":"2026-11-21T17:00:00-05:00""#))
  }

  @Test func showListsAllMatches() throws {
    let both = try Program.run(["show", "starbucks", "--sample"])
    #expect(both.status == 0 && both.out.split(separator: "\n").count == 3)
    #expect(both.out.contains("penn/dining/1163") && both.out.contains("gmu/whats-open/starbucks-northern-neck"))
    #expect(both.error.contains("2 entries match \"starbucks\"; show one of them by its id"))
    #expect(try ids(["show", "starbucks", "--sample"]) == ["gmu/whats-open/starbucks-northern-neck", "penn/dining/1163"])
    // A name, a word of one name, the id of a record, words of a building.
    for words in [["1920", "Starbucks"], ["starb", "1920"], ["1163"], ["penn/dining/1163"]] {
      #expect(try ids(["show", "--sample"] + words) == ["penn/dining/1163"], "\(words)")
    }
    #expect(try ids(["show", "johnson", "center", "--sample"]) == ["gmu/whats-open/express", "gmu/whats-open/panda-express"])
  }

  /// Every time that differs from now is shown as it was understood.
  @Test(arguments: ["2026-11-25T23:00:00Z", "2026-11-25 18:00"]) func timeIsShown(_ time: String) throws {
    let result = try Program.run(["open", "--campus", "gmu", "--at", time, "--sample"])
    #expect(result.error.contains("answers for 2026-11-25 18:00 America/New_York\n"), "\(result.error)")
  }

  /// A day without a time is asked about as a whole.
  @Test func daysAreAskedAboutAsAWhole() throws {
    let list = try Program.run(["list", "--campus", "gmu", "--at", "2026-11-25", "--sample"])
    #expect(list.error.contains("answers for 2026-11-25\n"), "\(list.error)")
    #expect(list.out.contains("Open 9 AM–7 PM") && !list.out.contains("tomorrow") && !list.out.contains("Opens 0"), "\(list.out)")
    let open = try ids(["open", "--campus", "gmu", "--at", "2026-11-25", "--sample"])
    let atNoon = try ids(["open", "--campus", "gmu", "--at", "2026-11-25 12:00", "--sample"])
    #expect(!atNoon.isEmpty && Set(atNoon).isSubset(of: open), "\(open)")
    for arguments in [["--for", "2h"], ["--until", "01:00"]] {
      let long = try Program.run(["open", "--at", "2026-11-25", "--sample"] + arguments)
      #expect(long.status == 64 && long.error.contains(" needs a time of day; add one to --at"), "\(long.error)")
    }
    let ikes = try lines("show", "ike's", "--at", "2026-11-25")
    #expect(ikes[1] == "closed  Closed", "\(ikes)")
  }

  /// Words that several entries match are listed by all commands; a field may follow them.
  @Test func explainFindsEntriesByWords() throws {
    let several = try Program.run(["explain", "starbucks", "--sample"])
    #expect(
      several.status == 0 && several.error.contains("2 entries match \"starbucks\"; explain one of them by its id"), "\(several.error)")
    #expect(several.out.contains("1920 Starbucks  penn/dining/1163\n"), "\(several.out)")
    #expect(try Program.run(["explain", "starbucks", "--sample", "--json"]).status == 64)
    let one = try Program.run(["explain", "1920", "commons", "--sample"]).out
    #expect(one.hasPrefix("penn/dining/593  place  1920 Commons\n") && one.contains("\ncategory\n"))
    let field = try Program.run(["explain", "1920", "commons", "category", "--sample"]).out
    #expect(try field == Program.run(["explain", "penn/dining/593", "category", "--sample"]).out && !field.contains("\nname\n"))
  }

  @Test func eventsByDay() throws {
    let all = try lines("events", "--all")
    #expect(try lines("events") == all, "none is over at the time of the sample")
    let later = try Program.run(["events", "--sample", "--at", "2026-12-03T23:00:00Z"])
    #expect(later.out.hasPrefix("Thu 1 Jan 2026\n") && later.out.contains("Thu 3 Dec 2026") && !later.out.contains("Robotics"))
    #expect(later.error.contains("1 event is over; --all lists it too"), "\(later.error)")
    // An event without a campus is over when its last day has ended in the zone of the stated time.
    for (time, isListed) in [
      ("2027-01-01", false), ("2026-12-31 23:59", true), ("2027-01-01T00:30:00+01:00", false), ("2026-12-31T23:30:00Z", true),
      ("2026-12-31T23:30:00-05:00", true), ("2027-01-01T04:30:00Z", false),
    ] {
      #expect(try lines("events", "--at", time).contains { $0.contains("Campus Life All Year") } == isListed, "\(time)")
    }
    #expect(all[0] == "Thu 1 Jan 2026")
    #expect(all[1].contains("Campus Life All Year") && all[1].contains("until Thu 31 Dec 2026") && all[1].contains("location unknown"))
    #expect(all.contains { $0.contains("Raleigh, North Carolina") })
    #expect(
      try ids(["events", "--sample", "--from", "2026-11-22", "--to", "2026-12-03"]).map { $0.suffix(6) } == ["210417", "211893", "212006"])
    #expect(try ids(["events", "--sample", "--from", "2027-02-08"]).isEmpty)
  }

  @Test func alertsListActiveOnesFirst() throws {
    #expect(try lines("alerts")[1].hasPrefix("active  minor"))
    #expect(try lines("alerts").contains("  The refill station in the Johnson Center is being repaired."))
    #expect(try lines("alerts", "--severity", "informational").count == 3)
    #expect(try lines("alerts", "--at", "2026-11-25T12:00:00Z").contains { $0.hasPrefix("ended   informational") })
    #expect(
      try lines("alerts", "--at", "2026-11-19T12:00:00Z").contains {
        $0.hasPrefix("upcoming") && $0.contains("from Fri, Nov 20, 2026, 9 AM until")
      })
  }

  @Test func quotesWithSeed() throws {
    #expect(try lines("quotes").count == 16)
    #expect(try lines("quotes", "--random", "42") == lines("quotes", "--random", "42"))
    let chosen = try Set((0..<12).map { try lines("quotes", "--random", "\($0)")[0] })
    #expect(chosen.count > 4)
  }

  @Test func brokenFeedDegradesAnswer() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"q":"Go.","a":"Seneca"}]"#, to: "rec/everywhere/quotes/quotes.json")
    try folder.write(#"{"error":"down"}"#, to: "rec/penn/dining/venues.json")
    let result = try Program.run(["quotes", "--replay", "rec"], directory: folder.url)
    #expect(result.status == 3)
    #expect(result.out == "Go.\n    Seneca\n")
    #expect(result.error.contains("penn/dining: absent (schema.shape)"))
    #expect(try Program.run(["list", "--replay", "rec", "--campus", "penn"], directory: folder.url).status == 4)
  }

  @Test(arguments: ["UTC", "Pacific/Kiritimati", "America/St_Johns"])
  func machineZoneDoesNotMatter(_ zone: String) throws {
    let arguments = ["list", "--sample", "--format", "json"]
    #expect(try Program.run(arguments, environment: ["TZ": zone, "LC_ALL": "tr_TR.UTF-8"]).out == Program.run(arguments).out)
  }
}
