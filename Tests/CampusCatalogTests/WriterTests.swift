import CampusCatalog
import OpeningHours
import RandomData
import SimdJSON
import TestKit
import Testing

@Suite struct WriterTests {
  private static func sample() throws -> Catalog {
    let penn = Campus(
      id: try parsed("penn") { CampusID($0) }, name: "University of Pennsylvania", timeZone: try parsed("America/New_York") { Zone($0) },
      country: "US",
      location: Coordinate(latitude: 39.9522, longitude: -75.1932),
      calendar: [
        try #require(
          Campus.Period(
            .break, name: "Thanksgiving", from: parsed("2026-11-26") { LocalDate($0) }, to: parsed("2026-11-29") { LocalDate($0) }))
      ])
    let everywhere = Campus(id: try parsed("everywhere") { CampusID($0) }, name: "Everywhere")
    let dining = try parsed("penn/dining") { FeedID($0) }
    var report = FeedReport(
      id: dining, adapter: try parsed("penn") { AdapterID($0) }, outcome: .stale, reason: .timeoutConnect, entries: 1, rejected: 2)
    report.url = "https://example.edu/venues"
    report.fetchedAt = Instant("2026-11-21T16:00:00Z")
    report.checkedAt = Instant("2026-11-21T17:00:00Z")
    report.etag = "\"abc\""
    report.sha256 = String(repeating: "ab", count: 32)
    report.bytes = 1234
    report.attempts = 3
    report.notes = [Note(.init("mirror.frozen"), request: "venues", pointer: "/0", entry: EntryID("penn/dining/593"), "old")]
    let quotes = FeedReport(
      id: try parsed("everywhere/quotes") { FeedID($0) }, adapter: try parsed("quotes") { AdapterID($0) }, outcome: .fresh)
    return Catalog(
      generatedAt: try parsed("2026-11-21T12:00:00-05:00") { Instant($0) }, campuses: [penn, everywhere], feeds: [report, quotes],
      entries: try [quote(), place()])
  }

  private static func place() throws -> Entry {
    let dining = try parsed("penn/dining") { FeedID($0) }
    let week = WeekPlan([
      .monday: DayPlan([
        try #require(Service(opens: parsed("18:00") { LocalTime($0) }, closes: parsed("26:00") { LocalTime($0) }, label: "Late"))
      ]), .sunday: .unknown,
    ])
    let special = Layer(.special, name: "Break", dates: [DatedPlan(try parsed("2026-11-26") { LocalDate($0) }, .closed)])
    var place = Place(category: .diningHall, categoryLabel: "Residential")
    place.location = Location(
      address: "3800 Locust", building: "1920 Commons", abbreviation: "KC", region: "west", onCampus: true,
      coordinate: Coordinate(latitude: 39.95, longitude: -75.0))
    place.hours = Schedule(zone: try parsed("America/New_York") { Zone($0) }, layers: [special, Layer(.weekly, unbounded: .week(week))])
    place.contact = Contact(phone: "+1 215", email: "a@b.edu")
    var entry = Entry(
      id: try parsed("penn/dining/593") { EntryID($0) }, campus: dining.campus, name: "Café\u{85}",
      sources: [SourceReference(feed: dining, record: "593")], details: .place(place))
    entry.aliases = [try parsed("penn/places/x") { EntryID($0) }]
    entry.tags = ["vegan"]
    entry.labels = ["new"]
    entry.description = "One\nTwo"
    entry.notice = "Moved"
    entry.links = [Link(.menu, try parsed("https://a.edu/m") { WebAddress($0) })]
    entry.images = [Image(.photo, try parsed("https://a.edu/p") { WebAddress($0) })]
    entry.provenance = [
      Provenance(
        field: "name", origin: .correction, because: "sign", until: LocalDate("2026-12-20"),
        overridden: [.init(from: entry.id, value: "\"Old\"")]
      )
    ]
    return entry
  }

  private static func quote() throws -> Entry {
    let quotes = try parsed("everywhere/quotes") { FeedID($0) }
    return Entry(
      id: try parsed("everywhere/quotes/1") { EntryID($0) }, campus: quotes.campus, name: nil,
      sources: [SourceReference(feed: quotes, record: "1")],
      details: .quote(Quote(text: "Less.", author: "Rams")))
  }

  /// The exact text: order of keys, one line each, no absent values.
  @Test func linesOfCatalog() throws {
    let text = text(of: try Self.sample())
    let lines = [
      #"{"schema":"campus-catalog/1","generatedAt":"2026-11-21T17:00:00Z","#, #""campuses":["#,
      #"{"id":"everywhere","name":"Everywhere"},"#,
      #"{"id":"penn","name":"University of Pennsylvania","timeZone":"America/New_York","country":"US","location":{"latitude":39.9522,"longitude":-75.1932},"calendar":[{"name":"Thanksgiving","kind":"break","from":"2026-11-26","to":"2026-11-29"}]}"#,
      "],", #""feeds":["#,
      #"{"id":"everywhere/quotes","campus":"everywhere","adapter":"quotes","outcome":"fresh","entries":0,"rejected":0},"#,
      #"{"id":"penn/dining","campus":"penn","adapter":"penn","url":"https://example.edu/venues","outcome":"stale","reason":"timeout.connect","fetchedAt":"2026-11-21T16:00:00Z","checkedAt":"2026-11-21T17:00:00Z","etag":"\"abc\"","sha256":"abababababababababababababababababababababababababababababababab","bytes":1234,"attempts":3,"entries":1,"rejected":2,"notes":[{"code":"mirror.frozen","request":"venues","pointer":"/0","entry":"penn/dining/593","detail":"old"}]}"#,
      "],", #""entries":["#,
      #"{"id":"everywhere/quotes/1","kind":"quote","campus":"everywhere","text":"Less.","author":"Rams","sources":[{"feed":"everywhere/quotes","record":"1"}]},"#,
      #"{"id":"penn/dining/593","kind":"place","campus":"penn","aliases":["penn/places/x"],"name":"Café\u0085","category":"dining-hall","categoryLabel":"Residential","tags":["vegan"],"labels":["new"],"description":"One\nTwo","notice":"Moved","location":{"address":"3800 Locust","building":"1920 Commons","abbreviation":"KC","region":"west","onCampus":true,"latitude":39.95,"longitude":-75},"hours":{"zone":"America/New_York","layers":[{"level":"weekly","week":{"mo":[["18:00","26:00","Late"]],"su":"unknown"}},{"level":"special","name":"Break","days":{"2026-11-26":[]}}],"osm":"Su unknown; Mo 18:00-26:00; 2026 Nov 26 off"},"contact":{"phone":"+1 215","email":"a@b.edu"},"links":[{"rel":"menu","href":"https://a.edu/m"}],"images":[{"href":"https://a.edu/p","role":"photo"}],"sources":[{"feed":"penn/dining","record":"593"}],"provenance":[{"field":"name","from":"correction","because":"sign","until":"2026-12-20","over":[{"from":"penn/dining/593","value":"Old"}]}]}"#,
      "],",
    ]
    let written = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(Array(written.dropLast(2)) == lines)
    #expect(written.dropLast().last == #""contentHash":"\#(contentHash(ofLinesIn: text))"}"#)
    #expect(written.last == "")
  }

  @Test func emptyCatalog() throws {
    let empty = Catalog(generatedAt: try parsed("2026-11-21T17:00:00Z") { Instant($0) }, campuses: [], feeds: [], entries: [])
    // The hash of zero bytes.
    let expected = """
      {"schema":"campus-catalog/1","generatedAt":"2026-11-21T17:00:00Z",
      "campuses":[
      ],
      "feeds":[
      ],
      "entries":[
      ],
      "contentHash":"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}

      """
    #expect(text(of: empty) == expected)
  }

  @Test func entriesAreFoundByIDAndAlias() throws {
    let catalog = try Self.sample()
    #expect(try catalog.entry(parsed("penn/dining/593") { EntryID($0) })?.name == "Café\u{85}")
    #expect(try catalog.entry(parsed("penn/places/x") { EntryID($0) })?.id.description == "penn/dining/593")
    #expect(try catalog.entry(parsed("penn/dining/594") { EntryID($0) }) == nil)
  }

  /// With many lines, the hash is computed on another thread.
  @Test func linesAreWrittenLikeEntries() throws {
    let sample = try Self.sample()
    for count in [1, 3000] {
      let entries = try (0..<count).map { number in
        var entry = try Self.place()
        entry.id = try parsed("penn/dining/\(number)") { EntryID($0) }
        return entry
      }
      let catalog = Catalog(generatedAt: sample.generatedAt, campuses: sample.campuses, feeds: sample.feeds, entries: entries)
      let penn = try parsed("penn") { CampusID($0) }
      let parts = CatalogParts(
        generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds,
        parts: [(campus: penn, part: .lines(LazyEntryLines(EntryLines(catalog.entries))))])
      var bytes: [UInt8] = []
      try CatalogWriter.write(parts) { bytes.append(contentsOf: $0) }
      #expect(bytes == CatalogWriter.bytes(of: catalog), "\(count) entries")
    }
  }

  /// Stored lines are written unchanged, compressed or not, in pieces of one large feed or of many small ones.
  @Test(arguments: [[3], [1, 0, 2], [500, 1, 1, 30, 700, 2, 2, 600], Array(repeating: 7, count: 300)])
  func storedLinesAreWrittenLikeEntries(counts: [Int]) throws {
    let (sample, one) = (try Self.sample(), try Self.place())
    var all: [Entry] = []
    var kept: [(campus: CampusID, part: CatalogParts.Part)] = []
    var mixed = kept
    for (number, count) in counts.enumerated() {
      let campus = "c\(String(1000 + number))"
      let id = try parsed(campus) { CampusID($0) }
      let entries = try (0..<count).map { entry in
        var place = one
        place.id = try parsed("\(campus)/dining/\(1000 + entry)") { EntryID($0) }
        return place
      }
      let lines = EntryLines(entries)
      let packed = LazyEntryLines(count: lines.count, size: lines.bytes.count, content: "") { $1.copyBytes(from: lines.bytes) }
      #expect(try packed.lines() == lines)
      let part = CatalogParts.Part.lines(number % 3 == 2 ? LazyEntryLines(lines) : packed)
      kept.append((id, part))
      mixed.append((id, number % 4 == 1 ? .lines(LazyEntryLines(lines)) : number % 4 == 3 ? .entries(entries) : part))
      all += entries
    }
    let catalog = Catalog(generatedAt: sample.generatedAt, campuses: sample.campuses, feeds: sample.feeds, entries: all)
    for parts in [kept, mixed] {
      let parts = CatalogParts(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, parts: parts)
      var bytes: [UInt8] = []
      try CatalogWriter.write(parts) { bytes.append(contentsOf: $0) }
      #expect(bytes == CatalogWriter.bytes(of: catalog))
    }
  }

  @Test func undecodableLinesFailTheWrite() throws {
    struct Broken: Error {}
    let sample = try Self.sample()
    let penn = try parsed("penn") { CampusID($0) }
    let whole = LazyEntryLines(EntryLines(Array(repeating: try Self.place(), count: 1000)))
    let broken = LazyEntryLines(count: 1, size: 1 << 19, content: "") { _, _ in throw Broken() }
    let parts = CatalogParts(
      generatedAt: sample.generatedAt, campuses: sample.campuses, feeds: sample.feeds,
      parts: [(penn, .lines(whole)), (try parsed("ubc") { CampusID($0) }, .lines(broken))])
    #expect(throws: Broken.self) { try CatalogWriter.write(parts) { _ in } }
  }
}
