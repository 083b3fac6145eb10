import CampusCatalog
import CatalogQuery
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogExport

@Suite("The language of exported pages") struct PageLanguageTests {
  /// Data begins with "zz", so that all other words are those of the page.
  private func catalog(_ countries: [String: String?]) throws -> Catalog {
    let zone = try parsed("America/New_York") { Zone($0) }
    let campuses = try countries.sorted { $0.key < $1.key }.map { id, country in
      Campus(id: try parsed(id) { CampusID($0) }, name: "Zz \(id)", timeZone: zone, country: country)
    }
    let outcomes: [FeedReport.Outcome] = [.absent, .disabled, .fresh, .replayed, .sample, .stale, .unchanged]
    let feeds = try campuses.flatMap { campus in
      try outcomes.enumerated().map { index, outcome in
        var report = FeedReport(id: try feedID("\(campus.id)/zz\(index)"), adapter: try parsed("zz") { AdapterID($0) }, outcome: outcome)
        report.fetchedAt = try [nil, moment("2026-11-20T17:00:00Z"), moment("2026-11-24T17:00:00Z")][index % 3]
        if index == 1 { report.checkedAt = try moment("2026-11-21T17:00:00Z") }
        report.url = "https://zz.example/"
        return report
      }
    }
    return Catalog(
      generatedAt: try moment("2026-11-21T06:00:00Z"), campuses: campuses, feeds: feeds,
      entries: try campuses.flatMap { try entries(of: "\($0.id)") })
  }

  /// Entries of all kinds with all that pages have words for, sorted by id.
  private func entries(of campus: String) throws -> [Entry] {
    let zone = try parsed("America/New_York") { Zone($0) }
    let week = WeekPlan(Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, DayPlan([])) }))
    func limited(_ from: String?, _ to: String?) throws -> Schedule {
      let layer = Layer(.weekly, from: try from.map(date), to: try to.map(date), .week(week))
      return Schedule(zone: zone, layers: [try #require(layer)])
    }
    var layers = try daily([service("17:00", "26:00")]).layers
    let varied = WeekPlan([.monday: DayPlan([try service("08:00", "12:00")]), .tuesday: DayPlan([])])
    layers.append(try #require(Layer(.special, from: date("2026-12-07"), .week(varied))))
    for day in [22, 24, 26, 28] {
      layers.append(Layer(.special, dates: [DatedPlan(try date("2026-12-\(day)"), DayPlan([]))]))
    }
    var hall = try place("\(campus)/zz/1", "Zz1", category: .diningHall, hours: Schedule(zone: zone, layers: layers))
    hall.links = try [
      Link(.menu, parsed("https://zz.example/") { WebAddress($0) }), Link(.order, parsed("https://zz.example/") { WebAddress($0) }),
    ]
    func event(_ id: String, _ event: Event) throws -> Entry {
      let id = try entryID("\(campus)/\(id)")
      return Entry(id: id, campus: try parsed(campus) { CampusID($0) }, name: "Zz", sources: [], details: .event(event))
    }
    func alert(_ id: String, _ severity: Alert.Severity, _ starts: String?, _ ends: String?) throws -> Entry {
      let id = try entryID("\(campus)/\(id)")
      let alert = Alert(severity: severity, startsAt: try starts.map(moment), endsAt: try ends.map(moment))
      return Entry(id: id, campus: try parsed(campus) { CampusID($0) }, name: "Zz", sources: [], details: .alert(alert))
    }
    return [
      hall, try place("\(campus)/zz/2", "Zz2", hours: daily([service("08:00", "18:00")], zone: "Europe/London")),
      try place("\(campus)/zz/3", "Zz3", category: .library), try place("\(campus)/zz/4", "Zz4", hours: limited("2026-11-23", nil)),
      try place("\(campus)/zz/5", "Zz5", hours: limited(nil, "2026-11-23")),
      try place(
        "\(campus)/zz/6", "Zz6", hours: Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(WeekPlan([.monday: .unknown])))])),
      try place("\(campus)/zz2/1", "Zz7", hours: daily([service("08:00", "18:00")])),
      try event("zz3/1", Event(startDate: date("2026-11-20"), endDate: date("2026-11-22"), loginRequired: true)),
      try event("zz3/2", Event(startDate: date("2026-11-30"), endDate: date("2026-11-30"), status: .cancelled)),
      try alert("zz4/1", .minor, nil, "2026-11-23T17:00:00Z"), try alert("zz4/2", .major, "2026-11-22T17:00:00Z", nil),
      try alert("zz4/3", .informational, nil, nil),
    ]
  }

  /// Returns the page of a catalog.
  private func page(
    _ format: ExportFormat, _ catalog: Catalog, _ language: Language?, _ filter: ExportFilter = ExportFilter()
  ) throws -> String {
    var old = try FeedReport(id: feedID("a/zz2"), adapter: parsed("zz") { AdapterID($0) }, outcome: .fresh)
    old.fetchedAt = try moment("2026-10-01T12:00:00Z")
    var rule = StatusRule(at: catalog.generatedAt, campuses: catalog.campuses, freshness: FreshnessLimit([old]))
    rule.chosenStyle.language = language
    let header = ExportHeader(
      generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: rule, filter: filter)
    var bytes: [UInt8] = []
    try CatalogExport(format, header).write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All pages of a format together: of all entries, of a part, without entries and without campuses.
  private func pages(_ format: ExportFormat, _ language: Language) throws -> String {
    let whole = try catalog(["a": nil])
    let parts = [ExportFilter(kinds: [.event, .quote]), ExportFilter(kinds: [.quote]), ExportFilter(categories: [.diningHall, .library])]
    let empty = Catalog(generatedAt: whole.generatedAt, campuses: [], feeds: [], entries: [])
    let two = try catalog(["a": nil, "b": nil])
    return try
      ([page(format, whole, language), page(format, empty, language), page(format, two, language)]
      + parts.map { try page(format, whole, language, $0) }).joined(separator: "\n")
  }

  /// The words of a text, in lowercase.
  private func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter }.map(String.init))
  }

  /// The text that readers see or hear. Ids are in code.
  private func text(of page: String, _ format: ExportFormat) -> String {
    if format == .markdown { return page.replacing(/`[^`]*`/, with: "").replacing("<br>", with: " ") }
    let body = page.replacing(/<style>[^<]*<\/style>/, with: "")
    let labels = body.matches(of: /(?:aria-label|title)="([^"]*)"/).map { String($0.output.1) }
    return ([body.replacing(/<[^>]*>/, with: " ")] + labels).joined(separator: "\n").replacing(/&[a-z]+;/, with: " ")
  }

  @Test("All words of a page are in the table of its language", arguments: Language.allCases, [ExportFormat.html, .markdown])
  func onlyWordsOfLanguage(language: Language, format: ExportFormat) throws {
    let data = words("America New_York Europe London https example UTC a b")
    let known = words(language.words.texts.values.joined(separator: " ")).union(data)
    let text = text(of: try pages(format, language), format)
    #expect(words(text).filter { !known.contains($0) && !$0.hasPrefix("zz") }.sorted() == [])
    #expect(words(text).count > 80)
  }

  /// The texts of each page.
  private static let common = [
    "Campus hours", "The catalog has no campuses, so there is nothing to show.", "Alerts", "Today", "This week", "Special hours", "Events",
    "Sources", "There is nothing to show: no places, no current events and no alerts.", "Days and hours", "login needed",
    "from Mon 7 Dec on: hours vary",
    "and more", "since yesterday 17:00–02:00", "on the clock of Europe/London", "the feed has no hours for this place",
    "the feed has hours only from Mon 23 Nov", "the feed has hours only until Mon 23 Nov", "the feed was last read on Thu 1 Oct",
    "the feed’s hours of this day are missing or unreadable", "Only events, quotes", "Only dining halls, libraries",
    "could not be read, so nothing from it is on this page.", "is disabled, so nothing from it is on this page.",
    "could not be read; what is on this page is from ", "time unknown", "unchanged", "stale", "absent", "disabled", "replayed", "sample",
    "fresh", "Hours that the feeds do not state are unknown, which does not mean closed. Made by aggregate from a catalog of ",
  ]

  @Test(
    "The texts of English pages",
    arguments: [
      (
        ExportFormat.html,
        [
          "<html lang=\"en\">", "3 feeds with problems", "<nav aria-label=\"Campuses\">", "<caption>Open times of seven days</caption>",
          "<caption>Special hours that go on after this week</caption>", "<th scope=\"col\">Place</th>", ", fetched <time",
          ", confirmed <time", ", from <bdi>https://zz.example/</bdi>", "<td colspan=\"7\">unknown: <bdi>", "<bdi>Menu</bdi>",
          "<bdi>Order</bdi>",
        ]
      ),
      (
        .markdown,
        [
          "| Severity | When | Alert | Text |", "| Minor | active until ", "| Major | upcoming from ",
          "| Information | active until further notice ",
          "| Place | Now | Today | Where | Remarks |", "| Dates | Event | Where |",
          "| Feed | Outcome | Fetched | Age | Address | License |",
          "- **Missing: `a/zz0`** could", "- **Old: `a/zz5`** could", "| **missing**: absent |", "| fetched 3 days later |", "| 13 h old |",
        ]
      ),
    ])
  func english(format: ExportFormat, texts: [String]) throws {
    let pages = try pages(format, .english)
    #expect((Self.common + texts).filter { !pages.contains($0) } == [])
  }

  @Test("A page is in the chosen language, otherwise in that of all of its campuses, otherwise in English")
  func languages() throws {
    func language(_ countries: [String: String?], _ chosen: Language? = nil, _ campus: String? = nil) throws -> String {
      let campuses = try campus.map { [try parsed($0) { CampusID($0) }] } ?? []
      let page = try page(.html, catalog(countries), chosen, ExportFilter(campuses: Set(campuses)))
      let language = try #require(page.firstMatch(of: /<html lang="([a-z]+)">/)).output.1
      let sentences = Set(page.matches(of: /<p>([^<]*)<time/).map { String($0.output.1) })
      let foot = try #require(Language(rawValue: String(language))).words.text("page-foot", ["time": "|"]).split(separator: "|")[0]
      #expect(sentences == [String(foot)])
      return String(language)
    }
    #expect(try language(["a": "DE"]) == "de" && language(["a": "IT", "b": "IT"]) == "it" && language(["a": "DE", "b": "AT"]) == "de")
    #expect(try language(["a": "DE", "b": "FR"]) == "en" && language(["a": "DE", "b": "FR"], nil, "b") == "fr")
    #expect(try language(["a": nil]) == "en" && language(["a": "DE", "b": "FR"], .spanish) == "es")
  }

  @Test("The pages of a site are in the language of their campus, and its data in none")
  func sites() throws {
    func files(_ language: Language?) throws -> [String: String] {
      var site = StaticSite(try catalog(["a": "DE", "b": "FR"]))
      site.style.language = language
      return try Dictionary(
        uniqueKeysWithValues: site.files.map { file in
          var bytes: [UInt8] = []
          try site.write(file) { bytes.append(contentsOf: $0) }
          return (file.path, String(decoding: bytes, as: UTF8.self))
        })
    }
    let (free, italian) = (try files(nil), try files(.italian))
    func hasLink(_ page: String?, _ language: Language) -> Bool {
      let words = language.words
      let isLinked = ["calendar", "all-campuses"].allSatisfy { page?.contains("<bdi>\(words.text($0))</bdi></a>") == true }
      return isLinked && page?.contains("<html lang=\"\(language.rawValue)\">") == true
    }
    #expect(hasLink(free["a/index.html"], .german) && hasLink(free["b/index.html"], .french) && hasLink(italian["a/index.html"], .italian))
    #expect(free["index.html"]?.contains("<html lang=\"en\">") == true && italian["index.html"]?.contains("<html lang=\"it\">") == true)
    #expect(free.filter { !$0.key.hasSuffix(".html") } == italian.filter { !$0.key.hasSuffix(".html") })
  }
}
