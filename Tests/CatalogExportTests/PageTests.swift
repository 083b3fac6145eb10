import CampusCatalog
import CatalogDiff
import CatalogQuery
import OpeningHours
import QueryTestData
import RandomData
import Testing

@testable import CatalogExport

/// Pages of campuses in HTML and Markdown.
@Suite struct PageTests {
  private static let formats: [ExportFormat] = [.html, .markdown]

  private static func catalog(
    _ entries: [Entry], campuses: [String: String?] = ["a": "America/New_York"], feeds: [FeedReport] = []
  ) throws -> Catalog {
    let campuses = try campuses.map { id, zone in
      Campus(id: try parsed(id) { CampusID($0) }, name: "University \(id)", timeZone: try zone.map { try parsed($0) { Zone($0) } })
    }
    return Catalog(generatedAt: try moment("2026-11-21T17:00:00Z"), campuses: campuses, feeds: feeds, entries: entries)
  }

  /// A feed that was fetched an hour before the catalog was made.
  private static func report(
    _ id: String, _ outcome: FeedReport.Outcome, _ reason: ReasonCode? = nil, fetched: String? = "2026-11-21T16:00:00Z"
  ) throws -> FeedReport {
    var report = FeedReport(id: try feedID(id), adapter: try parsed("penn") { AdapterID($0) }, outcome: outcome, reason: reason)
    report.fetchedAt = try fetched.map { try moment($0) }
    return report
  }

  private static func entry(_ id: String, _ name: String, _ details: Entry.Details) throws -> Entry {
    var entry = try place(id, name)
    entry.details = details
    return entry
  }

  /// Returns the lines that have all of some texts.
  private func lines(_ page: String, with texts: String...) -> [Substring] {
    page.split(separator: "\n").filter { line in texts.allSatisfy { line.contains($0) } }
  }

  // MARK: - Read back by other programs

  /// Each catalog at its own moment, and at midnight and at noon of days on which the hours of a place change.
  @Test(.enabled(if: PageOracle.isInstalled, "Scripts/setup --tests installs html5lib"), arguments: 1...8)
  func randomCatalogsAreReadBack(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let oracle = try PageOracle()
    for number in 0..<3 {
      let catalog = try random.make(records: 0...25)
      try oracle.add("\(number)", catalog, at: catalog.generatedAt)
      let days = catalog.entries.flatMap { entry in
        (entry.place?.hours?.layers ?? []).flatMap { layer -> [LocalDate] in
          if case .days(let days) = layer.rule { return days.dates }
          return [layer.from, layer.to].compactMap { $0 }
        }
      }
      // Python knows neither the first nor the last days of its calendar in every zone.
      for (index, day) in random.shuffled(days.filter { (1...9998).contains($0.components.year) }).prefix(4).enumerated() {
        let seconds = Int64(day.daysSinceEpoch) * 86_400 + Int64(index) * 43_200
        try oracle.add("\(number)-\(index)", catalog, at: try #require(Instant(secondsSinceEpoch: seconds)))
      }
    }
    try oracle.check()
  }

  /// Texts that are markup, mentions, links, or hard to see, in every field: they read back equal, and only the links of the catalog are links.
  @Test(.enabled(if: PageOracle.isInstalled, "Scripts/setup --tests installs html5lib"))
  func textsAreInert() throws {
    let long = String(repeating: "long ", count: 20_000) + "end"
    let noncharacters = String.UnicodeScalarView([0xFFFE, 0xFFFF, 0xFDD0, 0x10_FFFF, 0xFFFD].compactMap { Unicode.Scalar($0 as UInt32) })
    let texts = [
      "<script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", "<!-- a", "--> b", "<![CDATA[x]]>", "<?php x ?>",
      "&lt;b&gt; &amp; &#60; &copy",
      "\"quoted\" 'single' `tick` ``two`` ` lone", "a | b || c |", "\\| \\ \\\\| \\`", "*bold* **very** _it_ __it__ ~~gone~~ ~ * _",
      "*\u{301}marked*\u{301} `\u{301}code`\u{301} <\u{301}b>",
      "[x](https://a.example) [y][z] ![i](j) [^1] [ ] ](", "# Heading #", "## #", "- list", "+ list", "1. one", "1) one", "> quote", "---",
      "===", "***", "___", "* * *", "    code",
      "~~~ fence", "``` fence", "@team and a@b.example and @", "#123 GH-7 org/repo#4 org/repo@abc1234",
      "https://a.example/?a=1&b=2|3 ftp://x www.a.example WWW.B.EXAMPLE http://[::1]",
      "<https://a.example> <mailto:a@b.example> <a@b.example>", "www.a`b|c@d\\|e www.\u{202E}x@y", ":coffee: :+1: a:b:c 10:30:00",
      "$x$ $$y$$ $`z`$ 5$", "{{x}} {% y %} ${z} %s",
      "=1+1", "javascript:alert(1)", "a\u{202E}b\u{202C} \u{2066}c\u{2069} \u{200E}d\u{200F} \u{61C}e", "a\u{2028}b\u{2029}c",
      "&#x202E; &#8238;", "\\\u{202E}&\u{2028}#x41;",
      "e\u{301}\u{300}\u{302} Å Å z\u{334}\u{335}", "日本語 😀👩‍🍳 🇺🇸", "\u{FEFF}mark", "\u{200B}zero\u{200D}width",
      String(noncharacters), "two  spaces", "\u{A0}nbsp\u{3000}wide",
      "true", "ﷺ مرحبا שלום", long, "https://" + String(repeating: "a", count: 3_000), "<br>", "a<br>b", "</td></tr></table>", "|---|---|",
      "&#32;",
    ]
    var entries: [Entry] = []
    for (index, text) in texts.enumerated() {
      let feed = try feedID(index % 2 == 0 ? "a/x" : "b-1/x")
      let label = PlainText.line(text) ?? "empty"
      let hours = try daily([service("09:00", "12:00", label), service("18:00", "26:00", label)])
      let special = Layer(.special, name: label, from: try date("2026-11-24"), to: try date("2026-11-30"), .always)
      let schedule = Schedule(zone: hours.zone, layers: hours.layers + [special].compactMap(\.self))
      let location = Location(address: label + " 1", building: label)
      let details: [Entry.Details] = [
        .place(Place(category: .other, location: location, hours: schedule, contact: Contact(phone: label, email: label))),
        .event(Event(startDate: try date("2026-11-21"), endDate: try date("2026-11-22"), venue: .init(city: label, state: label))),
        .alert(Alert(severity: .minor)),
      ]
      for (number, details) in details.enumerated() {
        let id = try parsed(text) { _ in EntryID(feed: feed, record: "\(index)-\(number)") }
        var entry = Entry(id: id, campus: feed.campus, name: label, sources: [SourceReference(feed: feed, record: "1")], details: details)
        entry.notice = "\(label)\n\(label)"
        entry.description = "\(label)\n\n\(label) \(label)"
        if index % 3 == 0 {
          entry.links = [Link(.website, try parsed("https://a.example/(x)?a=1&amp;b='|`*_[é]\u{202E}#x") { WebAddress($0) })]
        }
        entries.append(entry)
      }
    }
    var feeds = [try Self.report("a/x", .stale, .timeoutConnect), try Self.report("b-1/x", .fresh), try Self.report("b-1/y", .absent)]
    feeds[0].licence = texts[0] + texts[7] + texts[9]
    feeds[0].url = "https://a.example/?x=|`<y>"
    feeds[1].url = "https://a.example/?x=|`&amp;y"
    let zone = try parsed("Asia/Seoul") { Zone($0) }
    for (number, names) in [("C | <b>#", "**B** #"), ("1. @a", "`"), ("\u{202E}x", "Université ＃ #")].enumerated() {
      let campuses = [
        Campus(id: try parsed("a") { CampusID($0) }, name: names.0, timeZone: zone),
        Campus(id: try parsed("b-1") { CampusID($0) }, name: names.1),
      ]
      let oracle = try PageOracle()
      let catalog = Catalog(generatedAt: try moment("2026-11-21T17:00:00Z"), campuses: campuses, feeds: feeds, entries: entries)
      try oracle.add("texts\(number)", catalog, at: try moment("2026-11-21T16:00:00Z"))
      try oracle.check()
    }
  }

  // MARK: - Same bytes

  /// A page does not depend on where the catalog is, how many processors there are, and how large the pieces are that the entries come in.
  @Test(arguments: formats) func sourceDoesNotMatter(format: ExportFormat) throws {
    var random = RandomCatalog(seed: 5)
    let catalog = try random.make(records: 200...400)
    let text = CatalogText(named: "catalog.json", bytes: CatalogWriter.bytes(of: catalog))
    let expected = try page(format, catalog)
    #expect(expected.utf8.count > 100_000)
    for jobs in [1, 3, 16] {
      #expect(try page(format, catalog, jobs: jobs) == expected)
      #expect(try page(format, catalog, from: try EntryStream.open(text), jobs: jobs) == expected)
    }
  }

  /// A place changes no line of another one, so that differences between pages are about what changed.
  @Test func placeHasLinesOfItsOwn() throws {
    let hours = try daily([service("09:00", "17:00")])
    let others = try (0..<20).map { try place("a/x/\($0)", "Place \($0)", hours: hours) }
    let new = try place("a/x/new", "Place 7 and a half with a very long name", hours: hours)
    let before = try page(.markdown, Self.catalog(others)).split(separator: "\n")
    let after = try page(.markdown, Self.catalog(others + [new])).split(separator: "\n")
    let difference = after.difference(from: before)
    #expect(difference.removals.isEmpty)
    #expect(difference.insertions.count == 2)
  }

  // MARK: - Order

  /// By category, then as lists sort names, however many bytes of the names are the same.
  @Test(arguments: [0, 3, 15, 16, 40, 5_000]) func placesAreSortedByName(common: Int) throws {
    var random = RandomPlaces(seed: 11)
    let start = String(repeating: "z", count: common)
    let words = ["", "a", "B", "b", "é", "É", "Zebra", "10", "9", "a b", "a-b", "A\u{301}", "日本", "zz", "z"]
    let names = words.flatMap { first in words.map { "\(start)\(first) \($0)" } }
    let entries = try random.shuffled(names + names).enumerated().map { index, name in
      try place("a/x/\(index)", PlainText.line(name) ?? "none", category: index % 3 == 0 ? .cafe : .gym)
    }
    let catalog = try Self.catalog(entries)
    let categories: [CampusCatalog.Category] = [.cafe, .gym]
    let expected = categories.flatMap { category -> [String] in
      entries.filter { $0.place?.category == category }.map(NameSortKey.init).sorted().map(\.name)
    }
    // Beyond 4 KiB, places are in the order of their ids.
    guard common < 5_000 else {
      #expect(try page(.markdown, catalog).split(separator: "\n").count > 2 * entries.count)
      return
    }
    let page = try page(.markdown, catalog)
    let today = page.split(separator: "\n").filter { $0.contains("| Hours unknown |") }.map { $0.dropFirst(2).prefix { $0 != "|" } }
    #expect(today.map { String($0.dropLast()) } == expected)
  }

  /// Ids sort `b-1/…` before `b/…`, and so do pages; campuses without entries are where their entries would be.
  @Test func campusesAreInOrderOfEntries() throws {
    let catalog = try Self.catalog(
      [try place("b/x/1", "One"), try place("b-1/x/1", "Two"), try place("c/x/1", "Three")],
      campuses: ["a": nil, "b": nil, "b-1": nil, "b-2": nil, "c": nil, "d": nil])
    let page = try page(.markdown, catalog)
    #expect(page.split(separator: "\n").filter { $0.hasPrefix("# ") } == ["a", "b-1", "b-2", "b", "c", "d"].map { "# University \($0)" })
    let html = try PageTestsPage(catalog)
    #expect(html.campuses == ["a", "b-1", "b-2", "b", "c", "d"])
  }

  @Test func alertsAndEventsAreSorted() throws {
    func alert(_ id: String, _ severity: Alert.Severity, from: String? = nil, until: String? = nil) throws -> Entry {
      let (start, end) = (try from.map { try moment($0) }, try until.map { try moment($0) })
      return try Self.entry("a/x/\(id)", "Alert \(id)", .alert(Alert(severity: severity, startsAt: start, endsAt: end)))
    }
    func event(_ id: String, _ first: String, _ last: String) throws -> Entry {
      try Self.entry("a/x/\(id)", "Event \(id)", .event(Event(startDate: try date(first), endDate: try date(last))))
    }
    let catalog = try Self.catalog([
      try alert("1", .informational), try alert("2", .major, from: "2026-11-22T00:00:00Z"),
      try alert("3", .minor, until: "2026-11-21T17:00:00Z"),
      try alert("4", .minor, from: "2026-11-21T16:00:00Z"), try alert("5", .minor), try alert("6", .major, until: "2026-11-21T17:00:01Z"),
      try alert("7", .informational, from: "2026-11-21T17:00:01Z"), try event("8", "2026-11-20", "2026-11-20"),
      try event("9", "2026-11-22", "2026-11-22"), try event("b", "2026-11-20", "2026-11-21"), try event("c", "2026-11-20", "2027-11-21"),
      try event("d", "2026-11-22", "2026-11-22"),
    ])
    let order = ["Alert 6", "Alert 5", "Alert 4", "Alert 1", "Alert 7", "Alert 2", "Event b", "Event c", "Event 9", "Event d"]
    for format in Self.formats {
      let page = try page(format, catalog)
      let found = page.matches(of: /(?:Alert|Event) [0-9a-d]/).map { String($0.output) }
      #expect(found == order, "\(format)")
    }
  }

  // MARK: - Hours

  /// A night that began yesterday is still open at 01:30, although today is closed.
  @Test(arguments: formats) func nightOfYesterdayIsStillOpen(format: ExportFormat) throws {
    let plans = [
      DatedPlan(try date("2026-11-21"), DayPlan([try service("18:00", "26:00", "Late Night")])), DatedPlan(try date("2026-11-22"), .closed),
    ]
    let hours = Schedule(zone: try parsed("America/New_York") { Zone($0) }, layers: [Layer(.special, dates: plans)])
    let catalog = try Self.catalog([try place("a/x/1", "Kitchen", hours: hours)])
    let page = try page(format, catalog, at: try moment("2026-11-22T01:30:00-05:00")).replacing(/<[^>]*>/, with: "")
    #expect(page.contains("Sun 22 Nov 2026"))
    let line = try #require(lines(page, with: "Kitchen", "Open until 02:00", "since yesterday 18:00–02:00 Late Night").first)
    #expect(line.contains(format == .markdown ? "Late Night, closed |" : "Late Nightclosed"))
    // The week begins with today, and the hours are unknown from the day after on.
    let week = try #require(lines(page, with: "Kitchen").last)
    #expect(week.contains("closed") && week.contains("the feed has hours only until Sun 22 Nov"))
  }

  /// Unknown hours say why, and are never called closed.
  @Test(arguments: formats) func unknownIsNotClosed(format: ExportFormat) throws {
    let zone = try parsed("America/New_York") { Zone($0) }
    func hours(_ days: [(String, DayPlan)]) throws -> Schedule {
      Schedule(zone: zone, layers: [Layer(.weekly, dates: try days.map { DatedPlan(try date($0.0), $0.1) })])
    }
    let open = DayPlan([try service("09:00", "17:00")])
    let cases: [(hours: Schedule?, why: String)] = [
      (nil, "the feed has no hours for this place"), (Schedule(zone: zone, layers: []), "the feed has no hours for this place"),
      (try hours([("2026-11-19", open)]), "the feed has hours only until Thu 19 Nov"),
      (try hours([("2027-01-02", open)]), "the feed has hours only from Sat 2 Jan 2027"),
      (try hours([("2026-11-20", open), ("2026-11-21", .unknown), ("2026-12-31", open)]), "are missing or unreadable"),
    ]
    for (number, (hours, why)) in cases.enumerated() {
      let page = try page(format, Self.catalog([try place("a/x/1", "Hall \(number)", hours: hours)]))
      let content = try #require(page.firstRange(of: "Hall").map { page[$0.lowerBound...] })
      let end = try #require(content.firstRange(of: "which does not mean closed")?.lowerBound)
      #expect(!content[..<end].contains("closed"), "\(number)")
      #expect(lines(page, with: "Hall", "Hours unknown").count == 1, "\(number)")
      let sides = content.components(of: "This week")
      #expect(sides.count == 2 && sides.allSatisfy { $0.contains("unknown") && $0.contains(why) }, "\(number): \(sides)")
    }
  }

  /// A feed that was read too long ago makes all hours unknown.
  @Test(arguments: formats) func oldHoursAreUnknown(format: ExportFormat) throws {
    let catalog = try Self.catalog([try place("a/x/1", "Hall", hours: try daily([service("09:00", "17:00")]))])
    let limit = FreshnessLimit([try Self.report("a/x", .stale, fetched: "2026-11-01T12:00:00Z")], seconds: 3600)
    let rule = StatusRule(at: catalog.generatedAt, campuses: catalog.campuses, freshness: limit)
    let header = ExportHeader(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: [], rule: rule)
    var bytes: [UInt8] = []
    try CatalogExport(format, header).write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(!page.contains("09:00"))
    #expect(page.components(of: "the feed was last read on Sun 1 Nov").count > 2)
  }

  /// Special hours that go on after the week are listed with their last day; those within the week are only in its table.
  @Test func longSpecialHoursAreListed() throws {
    let usual = try daily([service("09:00", "17:00")])
    func special(_ name: String, _ from: String, _ to: String?) throws -> Layer {
      try parsed(name) { name in try? Layer(.special, name: name, from: date(from), to: to.map { try date($0) }, .week(WeekPlan())) }
    }
    let layers = [
      try special("Sunday", "2026-11-22", "2026-11-22"), try special("Break", "2026-11-26", "2026-11-29"),
      try special("New Year", "2026-12-31", "2027-01-01"), try special("For ever", "2027-06-01", nil),
    ]
    let hours = Schedule(zone: usual.zone, layers: usual.layers + layers)
    let catalog = try Self.catalog([try place("a/x/1", "Hall", hours: hours), try place("a/x/2", "Shop", hours: usual)])
    let text = try page(.markdown, catalog)
    #expect(
      text.contains(
        """
        | Hall | Thu 26 Nov – Sun 29 Nov: closed (Break); Thu 31 Dec – Fri 1 Jan 2027: closed (New Year); from Tue 1 Jun 2027 on: closed (For ever) |
        """))
    #expect(
      text.contains(
        """
        | Hall | 09:00–17:00 | closed¹ | 09:00–17:00 | 09:00–17:00 | 09:00–17:00 | closed² | closed² | ¹ Sunday; ² Break |
        """))
    #expect(lines(text, with: "| Shop |").count == 2)
  }

  /// Each campus has the moment and the date of its own clock.
  @Test func eachCampusHasItsClock() throws {
    let hours = try daily([service("09:00", "17:00")], zone: "Asia/Seoul")
    let catalog = try Self.catalog(
      [try place("a/x/1", "Hall", hours: hours), try place("b/x/1", "Hall", hours: hours)],
      campuses: ["a": "America/New_York", "b": "Asia/Seoul"])
    let text = try page(.markdown, catalog)
    #expect(text.contains("Sat 21 Nov 2026 12:00, America/New_York.") && text.contains("Sun 22 Nov 2026 02:00, Asia/Seoul."))
    #expect(lines(text, with: "on the clock of Asia/Seoul").count == 1)
    let other = try page(.markdown, catalog, byCampus: [try parsed("b") { CampusID($0) }: try moment("2026-11-20T01:00:00Z")])
    #expect(other.contains("Sat 21 Nov 2026 12:00, America/New_York.") && other.contains("Fri 20 Nov 2026 10:00, Asia/Seoul."))
    #expect(lines(other, with: "Open until 17:00").count == 1)
  }

  // MARK: - Sources

  @Test(arguments: formats) func feedsThatAreMissingAreNamed(format: ExportFormat) throws {
    let feeds = [
      try Self.report("a/fresh", .fresh), try Self.report("a/gone", .absent, .timeoutConnect, fetched: nil),
      try Self.report("a/off", .disabled, ReasonCode("config.disabled"), fetched: nil),
      try Self.report("a/old", .stale, .http(503), fetched: "2026-11-19T12:00:00Z"),
    ]
    let page = try page(format, Self.catalog([try place("a/fresh/1", "Hall")], feeds: feeds)).replacing(/<[^>]*>/, with: "").replacing(
      /[`*]/, with: "")
    #expect(page.contains("Missing: a/gone could not be read (timeout.connect), so nothing from it is on this page."))
    #expect(page.contains("Missing: a/off is disabled (config.disabled), so nothing from it is on this page."))
    #expect(page.contains("Old: a/old could not be read (http.503); what is on this page is from Thu 19 Nov 2026 07:00."))
    #expect(!page.contains("Missing: a/fresh"))
    #expect(lines(page, with: "a/fresh", "1 h old").isEmpty, "an age is in minutes up to two hours")
    #expect(lines(page, with: "a/fresh", "60 min old").count == 1 && lines(page, with: "a/old", "2 days old").count == 1)
  }

  @Test(arguments: formats) func emptyPagesSaySo(format: ExportFormat) throws {
    #expect(try page(format, Self.catalog([], campuses: [:])).contains("The catalog has no campuses, so there is nothing to show."))
    let quote = try Self.entry("a/x/1", "", .quote(Quote(text: "To be or not to be")))
    let text = try page(format, Self.catalog([quote], feeds: [try Self.report("a/x", .fresh)]))
    #expect(text.contains("There is nothing to show: no places, no current events and no alerts."))
    #expect(!text.contains("To be") && !text.contains("This week") && text.contains("Sources"))
    var filter = ExportFilter(categories: [.cafe, .library])
    #expect(try page(format, Self.catalog([]), filter).contains("Only cafés, libraries"))
    filter = ExportFilter(kinds: [.alert])
    #expect(try page(format, Self.catalog([]), filter).contains("Only alerts"))
  }

  // MARK: - Contacts

  @Test(arguments: [
    ("703-555-0142", "tel:7035550142"), ("+1 (703) 555.0142", "tel:+17035550142"), ("555-0142 ext. 3", nil), ("12", nil), ("call us", nil),
    ("1+2345678", nil), ("+44 20 7946 0000\u{202E}", nil), ("12345678901234567", nil), ("", nil),
  ])
  func telephoneNumbers(_ number: String, _ address: String?) { #expect(ContactLink.phone(number) == address) }

  @Test(arguments: [
    ("dining@upenn.edu", "mailto:dining@upenn.edu"), ("a+b_c.d@x-y.example", "mailto:a+b_c.d@x-y.example"), ("a@b", nil), ("@b.c", nil),
    ("a@b.c?subject=x", nil), ("a@b.c,d@e.f", nil), ("a b@c.d", nil), ("é@c.d", nil), ("a@@b.c", nil), ("", nil),
  ])
  func emailAddresses(_ text: String, _ address: String?) { #expect(ContactLink.email(text) == address) }
}

extension StringProtocol {
  /// Returns the parts between occurrences of a text.
  fileprivate func components(of separator: String) -> [String] {
    var (parts, rest): ([String], String) = ([], String(self))
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = String(rest[range.upperBound...])
    }
    return parts + [rest]
  }
}

/// What a test needs to know about an HTML page.
private struct PageTestsPage {
  /// The ids of the campuses, in their order.
  let campuses: [String]

  init(_ catalog: Catalog) throws {
    let page = try page(.html, catalog)
    campuses = page.matches(of: /<section class="campus" id="([^"]*)"/).map { String($0.output.1) }
  }
}
