import CampusCatalog
import OpeningHours
import RandomData
import SimdJSON
import TestKit
import Testing

@testable import CatalogDiff

@Suite struct OutputTests {
  /// A name with all characters that are special in Markdown, XML and mentions.
  private static let name = "A & <b> *B* @team #1 [x](y) `c` \"q\" _z_ | ~"

  private typealias Version = EntryHistory.Version

  private func log(from old: String = "Old", to new: String = OutputTests.name) throws -> ChangeLog {
    try changeLog(catalog([place("penn/dining/1", name: old)]), catalog([place("penn/dining/1", name: new)], at: "2026-11-22T12:00:00Z"))
  }

  @Test func markdownIsInert() throws {
    let text = ChangeMarkdown.text(of: try log())
    #expect(
      text.contains(#"**A & \<b> \*B\* `@team` `#1` [x\](y) \`c\` "q" \_z\_ | ~** (`penn/dining/1`): renamed from “Old” to"#), "\(text)")
    #expect(text.hasPrefix("# Catalog changes\n\nFrom Sat 21 Nov 2026 07:00 to Sun 22 Nov 2026 07:00: 1 entry changed (routine).\n"))
  }

  /// The subject of a message names the first feed that changed, and counts the rest.
  @Test func subjects() throws {
    func subject(_ old: [String: FeedReport.Outcome], _ new: [String: FeedReport.Outcome], name: String = "Old") throws -> String {
      let places = (try place("penn/dining/1", name: "Old"), try place("penn/dining/1", name: name))
      return ChangeText.subject(of: try changeLog(catalog([places.0], feeds: old), catalog([places.1], feeds: new)))
    }
    let fresh: [String: FeedReport.Outcome] = ["penn/a": .fresh, "penn/b": .fresh, "penn/dining": .fresh]
    #expect(try subject(fresh, fresh, name: Self.name) == "1 entry changed (routine)")
    let outage = "The feed penn/a is stale in the new catalog (http.503)"
    #expect(try subject(fresh, fresh.merging(["penn/a": .stale]) { $1 }) == outage)
    #expect(try subject(fresh.merging(["penn/a": .stale]) { $1 }, fresh) == "The feed penn/a works again (http.503)")
    #expect(
      try subject(fresh, ["penn/a": .stale, "penn/b": .absent, "penn/dining": .fresh], name: "New")
        == "\(outage); 1 more feed has changed; 1 entry changed (routine)")
  }

  /// Only markup is escaped.
  @Test(
    arguments: [
      (#"Joe's Café (Main St) & Sons, #4 & up!"#, #"Joe's Café (Main St) & Sons, `#4` & up!"#),
      (#"a_b * c ~ 5 < 6 > 4"#, #"a_b * c ~ 5 < 6 > 4"#), (#"C:\temp \* \"#, #"C:\temp \\\* \\"#),
      (#"see https://example.edu or www.example.edu"#, #"see `https://example.edu` or `www.example.edu`"#),
      (#"&amp; &x"#, #"\&amp; &x"#), (#"$5 or $6"#, #"$5 or $6"#), (#"5$ or $a$"#, #"5\$ or $a\$"#),
      (#"now](//a.example/x)"#, #"now\](//a.example/x)"#), (#"$5"#, #"$5"#), (#"a@b `x`@c"#, #"`a@b` `` `x`@c ``"#),
      (#"~~gone~~"#, #"\~\~gone\~\~"#),
    ])
  func markdownOfText(_ text: String, _ markdown: String) { #expect(MarkdownText.inert(text) == markdown) }

  @Test(arguments: [("# A", "\\# A"), ("- A", "\\- A"), ("1. A", "1\\. A"), ("12 A", "12 A"), ("> A", "\\> A")])
  func markdownAtStart(_ text: String, _ markdown: String) { #expect(MarkdownText.inert(text, isAtStart: true) == markdown) }

  /// Times are in the zone of the campus; with several zones, each campus names its own.
  @Test func timesOfCampuses() throws {
    func catalog(_ zones: [String: Zone?], _ name: String) throws -> Catalog {
      let ids = zones.keys.sorted()
      return Catalog(
        generatedAt: try instant("2026-11-21T12:00:00Z"),
        campuses: try ids.map { Campus(id: try parsed($0) { CampusID($0) }, name: $0.uppercased(), timeZone: zones[$0] ?? nil) }, feeds: [],
        entries: try ids.map { try place("\($0)/x/1", name: name) })
    }
    func lines(_ zones: [String: Zone?]) throws -> [String] {
      try ChangeText.lines(of: changeLog(catalog(zones, "Old"), catalog(zones, "New"))).filter { !$0.hasPrefix(" ") && !$0.isEmpty }
    }
    let (london, paris) = (try zone("Europe/London"), try zone("Europe/Paris"))
    #expect(try lines(["a": paris]) == ["Changes from Sat 21 Nov 2026 13:00 to Sat 21 Nov 2026 13:00: 1 entry changed (routine)", "A (a)"])
    #expect(
      try lines(["a": nil]) == ["Changes from Sat 21 Nov 2026 12:00 UTC to Sat 21 Nov 2026 12:00 UTC: 1 entry changed (routine)", "A (a)"])
    // A campus without a zone has the times of the others.
    #expect(
      try lines(["a": paris, "b": nil]) == [
        "Changes from Sat 21 Nov 2026 13:00 to Sat 21 Nov 2026 13:00: 2 entries changed (all routine)", "A (a)", "B (b)",
      ])
    #expect(
      try lines(["a": london, "b": paris]) == [
        "Changes: 2 entries changed (all routine)", "A (a), Sat 21 Nov 2026 12:00 to Sat 21 Nov 2026 12:00 Europe/London",
        "B (b), Sat 21 Nov 2026 13:00 to Sat 21 Nov 2026 13:00 Europe/Paris",
      ])
  }

  /// Catalogs have their display names, and times are left out if they are not meaningful.
  @Test func namesOfCatalogs() throws {
    func title(_ outcome: FeedReport.Outcome, at times: [String], isRun: Bool = false) throws -> String? {
      let catalogs = try zip(["Old", "New"], times).map { name, time in
        try catalog([place("penn/dining/1", name: name)], at: time, feeds: ["penn/dining": outcome])
      }
      var log = try changeLog(catalogs[0], catalogs[1])
      log.setNames(old: ("a.json", isRun), new: ("b.json", isRun))
      return ChangeText.lines(of: log).first
    }
    let (first, second) = ("2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z")
    let (known, unknown) = (
      "Changes from a.json (Sat 21 Nov 2026 07:00) to b.json (Sun 22 Nov 2026 07:00): 1 entry changed (routine)",
      "Changes from a.json to b.json: 1 entry changed (routine)"
    )
    #expect(try title(.fresh, at: [first, second]) == known)
    #expect(try title(.fresh, at: [first, first]) == unknown)
    // A recording without a time is read at any time.
    #expect(try title(.replayed, at: [first, second]) == unknown)
    #expect(try title(.replayed, at: [first, second], isRun: true) == known)
  }

  /// An entry links to its page, otherwise to its feed.
  @Test func atomLinks() throws {
    var (old, new) = (try place("penn/dining/1", name: "Old"), try place("penn/dining/1", name: "New"))
    func links() throws -> [Substring] {
      func withURL(_ catalog: Catalog) -> Catalog {
        let feeds = catalog.feeds.map { report in
          var report = report
          report.url = "https://example.edu/feed?a=1&b=2"
          return report
        }
        return Catalog(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: feeds, entries: catalog.entries)
      }
      return AtomChangeFeed.text(of: try changeLog(withURL(catalog([old])), withURL(catalog([new])))).split(separator: "\n").filter {
        $0.contains("<link rel=\"alternate\"")
      }
    }
    #expect(try links() == [#"    <link rel="alternate" href="https://example.edu/feed?a=1&amp;b=2"/>"#])
    let pages = [
      Link(.menu, try #require(WebAddress("https://example.edu/menu"))), Link(.website, try #require(WebAddress("https://example.edu/"))),
    ]
    (old.links, new.links) = (pages, pages)
    #expect(try links() == [#"    <link rel="alternate" href="https://example.edu/"/>"#])
    (old.links, new.links) = ([], [])
    let feed = try parsed("penn/dining") { FeedID($0) }
    let text = AtomChangeFeed.text(of: try changeLog(catalog([old]), catalog([new])), pages: [feed: "https://example.edu/about"])
    #expect(text.contains(#"<link rel="alternate" href="https://example.edu/about"/>"#))
  }

  @Test func tabsBecomeSpaces() throws {
    let log = try log(to: "A\tB")
    #expect(ChangeMarkdown.text(of: log).contains("**A B**"))
    #expect(AtomChangeFeed.text(of: log).contains("<title>A B was called “Old” before.</title>"))
  }

  @Test func atomFeed() throws {
    let text = AtomChangeFeed.text(of: try log(to: "A & <b>\u{1}\u{FFFE}"))
    #expect(text.contains("<title>A &amp; &lt;b&gt;"))
    #expect(
      text.contains(
        "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><ul><li>renamed from “Old” to “A &amp; &lt;b&gt;"))
    #expect(!text.unicodeScalars.contains("\u{1}") && !text.unicodeScalars.contains("\u{FFFE}"))
    #expect(text.contains(#"<link rel="self" href=""/>"#))
    #expect(try AtomChangeFeed.text(of: log(to: "B"), at: "a&b.atom").contains(#"<link rel="self" href="a&amp;b.atom"/>"#))
    // The same change that the same run saw has the same id, whatever else differs. Another run saw another one. Of two files, it is unknown
    // which run saw it.
    func more(at time: String) throws -> ChangeLog {
      try changeLog(
        catalog([place("penn/dining/1", name: "Old"), place("penn/dining/2")]),
        catalog([place("penn/dining/1", name: "A & <b>\u{1}\u{FFFE}")], at: time))
    }
    func ids(_ text: String) -> [Substring] { text.split(separator: "\n").filter { $0.hasPrefix("    <id>") } }
    func ofRun(_ log: ChangeLog) -> String { AtomChangeFeed.text(of: [log], updated: log.new.generatedAt) }
    let (same, later) = (try more(at: log().new.generatedAt.description), try more(at: "2026-12-01T12:00:00Z"))
    let id = try ids(ofRun(log(to: "A & <b>\u{1}\u{FFFE}")))[0]
    #expect(ids(ofRun(same)).contains(id))
    #expect(!ids(ofRun(later)).contains(id))
    #expect(ids(text).count == 1 && ids(text)[0] != id)
    func entries(_ log: ChangeLog) -> Substring { AtomChangeFeed.text(of: log).split(separator: "  <entry>\n", maxSplits: 1)[1] }
    #expect(ids(AtomChangeFeed.text(of: same)).contains(ids(text)[0]))
    #expect(entries(same) == entries(later))
    // Each entry has the time of the run that saw it.
    let both = AtomChangeFeed.text(of: [later, same], updated: try instant("2026-01-01T00:00:00Z"))
    #expect(Set(ids(both)).count == 4)
    let times = both.split(separator: "\n").filter { $0.contains("<updated>") }.map {
      $0.drop { $0 == " " }.dropFirst(9).prefix(10)
    }
    #expect(times == Array(repeating: "2026-12-01", count: 3) + Array(repeating: same.new.generatedAt.description.prefix(10), count: 2))
    #expect(AtomChangeFeed.text(of: [], updated: try instant("2026-01-01T00:00:00Z")).contains("  <updated>2026-01-01T00:00:00Z</updated>"))
  }

  @Test func atomFeedGrows() throws {
    let texts = try ["B", "C", "D"].map { AtomChangeFeed.text(of: try log(to: $0)) }
    let two = try #require(AtomChangeFeed.adding(texts[1], to: texts[0], limit: 10))
    let three = try #require(AtomChangeFeed.adding(texts[2], to: two, limit: 10))
    func titles(_ text: String) -> [String] {
      text.split(separator: "\n").filter { $0.hasPrefix("    <title>") }.map { String($0.dropFirst(11).prefix(1)) }
    }
    #expect(titles(three) == ["D", "C", "B"])
    #expect(AtomChangeFeed.adding(texts[2], to: three, limit: 10) == three, "each id once")
    #expect(try titles(#require(AtomChangeFeed.adding(texts[2], to: two, limit: 2))) == ["D", "C"])
    #expect(AtomChangeFeed.adding(texts[2], to: "<feed/>", limit: 2) == nil)
    #expect(AtomChangeFeed.adding(texts[2], to: String(three.dropLast(20)), limit: 2) == nil)
  }

  @Test func feedOutcomesAreReported() throws {
    func texts(_ old: FeedReport.Outcome, _ new: FeedReport.Outcome) throws -> [[String]] {
      let places = try [place("penn/dining/1")]
      return try changeLog(catalog(places, feeds: ["penn/dining": old]), catalog(places, feeds: ["penn/dining": new])).feeds.map(\.texts)
    }
    #expect(try texts(.fresh, .unchanged) == [])
    #expect(try texts(.fresh, .stale) == [["stale in the new catalog (http.503)"]])
    #expect(try texts(.stale, .fresh) == [["works again (http.503)"]])
    #expect(try texts(.stale, .stale) == [["stale in both catalogs (http.503)"]])
    #expect(try texts(.absent, .fresh) == [["works now, before: http.503"]])
    #expect(try texts(.disabled, .disabled) == [])
    #expect(try texts(.absent, .stale) == [["stale in the new catalog (http.503)", "absent in the old catalog"]])
  }

  @Test(
    arguments: [
      ("2026-11-21T11:59:30Z", "1 min"), ("2026-11-21T11:20:00Z", "40 min"), ("2026-11-21T09:00:00Z", "3 h"),
      ("2026-11-19T12:00:00Z", "2 days"), ("2026-11-20T12:00:00Z", "24 h"),
    ])
  func recoveries(_ time: String, _ duration: String) throws {
    let (old, new) = (
      try catalog([place("penn/dining/1")], at: "2026-11-21T11:59:40Z", feeds: ["penn/dining": .stale], checkedAt: time),
      try catalog([place("penn/dining/1")], checkedAt: "2026-11-21T12:00:00Z")
    )
    let log = try changeLog(old, new)
    #expect(log.feeds.map(\.texts) == [["works again after \(duration) (http.503)"]])
    #expect(AtomChangeFeed.text(of: log).contains("<title>The feed penn/dining works again after \(duration) (http.503).</title>"))
  }

  /// For a watch, a stale feed of the old catalog was reported before.
  @Test func watchTrustsStaleOldCatalog() throws {
    let (old, new) = (
      try catalog([place("penn/dining/1"), place("penn/dining/2")], feeds: ["penn/dining": .stale]), try catalog([place("penn/dining/1")])
    )
    let comparison = try CatalogComparison(text(of: old), text(of: new))
    #expect(try ChangeLog(comparison).entries.isEmpty)
    #expect(try ChangeLog(comparison, treatsStaleAsDelivered: true).entries.map(\.event) == [.gone])
  }

  @Test func historyOfEntry() throws {
    let id = try parsed("penn/dining/1") { EntryID($0) }
    let times = try (1...6).map { try instant("2026-11-0\($0)T12:00:00Z") }
    let (first, second) = (try place("penn/dining/1", name: "A"), try place("penn/dining/1", name: "B"))
    var other = second
    other.tags = ["x", "y"]
    let life = EntryHistory([
      (
        id,
        [
          Version(at: times[0], result: 0, .forgotten), Version(at: times[1], result: 1, .entry(first)),
          Version(at: times[2], result: 2, .gone(reason: .feedRemoved)),
          Version(at: times[3], result: 3, .entry(second)), Version(at: times[4], result: 4, .entry(second)),
          Version(at: times[5], result: 5, .entry(other)),
        ]
      )
    ])
    #expect(life.steps.map(\.event) == [.forgotten, .changed, .gone, .back, .changed, .changed])
    #expect(life.steps.map { $0.changes.map(\.code) } == [[], [], [], ["name"], [], ["tags"]])
    let document = try JSONDocument(parsing: Array(life.json(of: id, checkedAt: [id: times[5]]).utf8))
    #expect(document.root["steps"]?.count == 6)
  }

  /// A new record with the id of a removed one among its aliases is the same entry.
  @Test func historyContinuesUnderNewID() throws {
    let times = try (1...3).map { try instant("2026-11-0\($0)T12:00:00Z") }
    let first = try place("penn/dining/a", name: "A")
    var second = try place("penn/dining/b", name: "B")
    second.aliases = [first.id]
    var again = first
    again.aliases = [second.id]
    let versions: [(id: EntryID, versions: [Version])] = [
      (
        first.id,
        [
          Version(at: times[0], result: 0, .entry(first)), Version(at: times[1], result: 1, .gone(reason: .feedRemoved)),
          Version(at: times[2], result: 2, .entry(again)),
        ]
      ), (second.id, [Version(at: times[1], result: 1, .entry(second)), Version(at: times[2], result: 2, .gone(reason: .feedRemoved))]),
    ]
    for versions in [versions, versions.reversed()] {
      let life = EntryHistory(versions)
      #expect(life.steps.map(\.event) == [.seen, .changed, .changed])
      #expect(life.steps.map(\.id) == [first.id, second.id, first.id])
      #expect(life.steps.map { $0.changes.map(\.code) } == [[], ["id", "name"], ["id", "name"]])
    }
    // One that was removed earlier is a different entry.
    let later = EntryHistory([versions[0], (second.id, [Version(at: times[0], result: 0, .entry(second))])])
    #expect(later.steps.map(\.event) == [.seen, .seen, .gone, .back])
  }
}
