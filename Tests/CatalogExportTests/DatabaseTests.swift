import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours
import QueryTestData
import RandomData
import TestKit
import Testing

/// Databases have exactly what the catalog has, as another program reads both: Python's module for SQLite.
@Suite struct DatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Budget.seeds(4)) func randomCatalogsAreReadBack(_ seed: UInt64) async throws {
    var random = RandomCatalog(seed: seed)
    let catalog = try random.make(records: 0...40)
    var filter = ExportFilter()
    if seed % 3 == 0 { filter.campuses = Set(catalog.campuses.prefix(2).map(\.id)) }
    if seed % 4 == 0 { filter.kinds = [.place, .quote] }
    if seed % 5 == 0 { filter.categories = [.cafe, .library, .other, .gym, .bar] }
    try await check(catalog, filter)
  }

  @Test func textsAreInert() async throws {
    let texts = [
      "'); DROP TABLE entries; --", "\"quoted\"", "=HYPERLINK(\"https://example.edu\")", "-1", "+1", "@name", "NULL", "null", "0x1F", "1e5",
      "007", "nan", "<script>alert(1)</script>", "${jndi:ldap://x}", "%s%n", "\\u0000 \\x00 \\", "a\u{2028}b\u{2029}c",
      "\u{202E}abc\u{202C}",
      "\u{FEFF}begins with a mark", "e\u{301}\u{300}\u{302}", "Å Å", "👩‍👩‍👧‍👦 🇺🇸 \u{1F3F4}\u{E0067}\u{E0062}", "ａｂｃ", "  ﷽", "\u{10FFFF}\u{FFFD}",
      String(repeating: "long ", count: 40_000) + "end", "*", "\"", "a AND b", "NEAR(a b)", "name:x", "`tick` [bracket] {brace}",
      "İstanbul ß",
    ]
    let entries = try texts.enumerated().flatMap { index, text -> [Entry] in
      let feed = try feedID("a/\(index)")
      let hours = try daily([service("18:00", "26:00", text)])
      let place = Place(
        category: .other, categoryLabel: text, location: Location(address: text, building: text, abbreviation: text, region: text),
        hours: Schedule(zone: hours.zone, layers: hours.layers.map { Layer($0.level, name: text, unbounded: $0.rule) }),
        contact: Contact(phone: text, email: text))
      let all: [Entry.Details] = [
        .place(place), .quote(Quote(text: text, author: text)), .alert(Alert(severity: .minor)),
        .event(Event(startDate: try date("2026-11-21"), endDate: try date("2026-11-22"), venue: .init(city: text, state: text))),
      ]
      return try all.enumerated().map { number, details in
        let id = try parsed(text) { EntryID(feed: feed, record: "\(number) \($0.prefix(200))") }
        var entry = Entry(
          id: id, campus: feed.campus, name: text, tags: [text, "\(text) 2"], labels: [text], notice: text,
          sources: [SourceReference(feed: feed, record: text)], details: details)
        if number == 1 { entry.name = nil }
        entry.description = "\(text)\n\n\(text)"
        return entry
      }
    }
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: texts[0], timeZone: try parsed("America/New_York") { Zone($0) })
    let catalog = Catalog(generatedAt: try moment("2026-11-21T17:00:00Z"), campuses: [campus], feeds: [], entries: entries)
    try await check(catalog, ExportFilter())
  }

  /// The query of the database answers as the schedules do, except around clock changes, which SQLite does not know.
  @Test(arguments: Budget.seeds(2)) func queryFindsWhatIsOpen(_ seed: UInt64) async throws {
    var random = RandomHours(seed: seed)
    let entries = try (0..<120).map { try place("a/x/\($0)", "Place \($0)", hours: random.schedule()) }
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A", timeZone: try parsed("America/New_York") { Zone($0) })
    let catalog = Catalog(generatedAt: try moment("2026-11-21T17:00:00Z"), campuses: [campus], feeds: [], entries: entries)
    var lines: [String] = []
    for _ in 0..<60 {
      let (date, time) = try random.moment()
      let local = try parsed("\(date)T\(time):00Z") { LocalDateTime($0) }
      let states = try entries.compactMap { entry -> (String, String)? in
        guard let hours = entry.place?.hours, let now = hours.zone.instant(local) else { throw BadTestData(text: "\(local)") }
        let offsets = [-72, 0, 24].compactMap { hour in
          Instant(secondsSinceEpoch: now.secondsSinceEpoch + hour * 3600).map { hours.zone.offset(at: $0) }
        }
        guard Set(offsets).count == 1 else { return nil }
        let state =
          switch hours.status(at: now).state {
          case .open: "open"
          case .closed: "closed"
          case .unknown: "unknown"
          }
        return (entry.id.description, state)
      }
      // Skip days on which a zone changes its clocks.
      guard states.count == entries.count else { continue }
      let text = states.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
      lines.append(#"{"date":"\#(date)","time":"\#(time)","states":{\#(text)}}"#)
    }
    try #require(lines.count > 30)
    try folder.write(lines.joined(separator: "\n"), to: "states.ndjson")
    try await check(catalog, ExportFilter(), ["--states", folder.path("states.ndjson")])
  }

  @Test func sameCatalogGivesSameBytes() throws {
    var random = RandomCatalog(seed: 7)
    let catalog = try random.make(records: 100...300)
    let text = CatalogText(named: "catalog.json", bytes: CatalogWriter.bytes(of: catalog))
    let header = header(of: catalog)
    var files: [Data] = []
    for (index, jobs) in [1, 2, 7].enumerated() {
      for (number, stream) in [EntryStream(CatalogParts(catalog)), try EntryStream.open(text)].enumerated() {
        var export = CatalogExport(.sqlite, header)
        export.jobs = jobs
        let path = folder.path("\(index).\(number).sqlite")
        try CatalogDatabase.write(export, stream, intoEmpty: path)
        files.append(try Data(contentsOf: URL(fileURLWithPath: path)))
      }
    }
    #expect(Set(files).count == 1)
    #expect(folder.names.count == files.count)
  }

  @Test func fileThatIsNotEmptyIsRefused() throws {
    let path = try folder.write("mine", to: "file")
    let catalog = Catalog(generatedAt: try moment("2026-11-21T17:00:00Z"), campuses: [], feeds: [], entries: [])
    #expect(throws: CatalogDatabaseError.self) {
      try CatalogDatabase.write(CatalogExport(.sqlite, header(of: catalog)), EntryStream(CatalogParts(catalog)), intoEmpty: path)
    }
    #expect(try folder.read("file") == "mine")
  }

  @Test func canceledExportsStop() async throws {
    var random = RandomCatalog(seed: 7)
    let catalog = try random.make(records: 100...300)
    let (export, path) = (CatalogExport(.sqlite, header(of: catalog)), folder.path("canceled.sqlite"))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try CatalogDatabase.write(export, EntryStream(CatalogParts(catalog)), intoEmpty: path)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test func exportsAreRecognizedByTheirFirstBytes() throws {
    try write(Catalog(generatedAt: try moment("2026-11-21T17:00:00Z"), campuses: [], feeds: [], entries: []), ExportFilter())
    let header = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("catalog.sqlite"))).prefix(72))
    #expect(CatalogDatabase.isExport(header: header))
    #expect(!CatalogDatabase.isExport(header: header.dropLast()))
    for index in [0, 15, 68, 71] {
      var other = header
      other[index] ^= 1
      #expect(!CatalogDatabase.isExport(header: other), "\(index)")
    }
  }

  // MARK: - Writing and checking

  private func header(of catalog: Catalog, _ filter: ExportFilter = ExportFilter()) -> ExportHeader {
    let rule = StatusRule(at: catalog.generatedAt, campuses: catalog.campuses)
    return ExportHeader(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: rule, filter: filter)
  }

  /// Writes a database, the selected part of the catalog as JSON, and each table as CSV.
  private func write(_ catalog: Catalog, _ filter: ExportFilter) throws {
    let header = header(of: catalog, filter)
    func stream() -> EntryStream { EntryStream(CatalogParts(catalog)) }
    try CatalogDatabase.write(CatalogExport(.sqlite, header), stream(), intoEmpty: folder.path("catalog.sqlite"))
    func write(_ export: CatalogExport, to name: String) throws {
      var bytes: [UInt8] = []
      try export.write(stream()) { bytes += $0 }
      try Data(bytes).write(to: folder.url.appendingPathComponent(name))
    }
    try write(CatalogExport(.json, header), to: "catalog.json")
    for table in ExportTable.allCases {
      var export = CatalogExport(.csv, header)
      export.table = table
      try write(export, to: "\(table.rawValue).csv")
    }
  }

  private func check(_ catalog: Catalog, _ filter: ExportFilter, _ options: [String] = []) async throws {
    try write(catalog, filter)
    let oracle = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Oracles/check_database.py")
    let result = try await Command.run(
      ["python3", oracle.path, folder.path("catalog.sqlite"), folder.path("catalog.json"), "--csv", folder.url.path] + options)
    #expect(result.status == 0, "\(result.out)\(result.error)")
  }
}

/// Random schedules of one year with many changes, and moments of that year.
private struct RandomHours {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func schedule() throws -> Schedule {
    let zone = try parsed(["America/New_York", "Europe/London", "Asia/Seoul", "UTC"][number(0...3)]) { Zone($0) }
    let layers = try (0..<number(0...5)).compactMap { _ -> Layer? in
      let level = Layer.Level.allCases[number(0...4)]
      switch number(0...5) {
      case 0: return Layer(level, dates: try (0..<number(1...30)).map { _ in DatedPlan(try date(), try plan()) })
      case 1: return Layer(level, from: try date(), to: try date(), .always)
      default:
        let week = WeekPlan(Dictionary(uniqueKeysWithValues: try Weekday.allCases.map { ($0, try plan()) }))
        let from = number(0...2) == 0 ? nil : try date()
        return Layer(level, from: from, to: number(0...2) == 0 ? nil : try date(), .week(week))
      }
    }
    return Schedule(zone: zone, layers: layers)
  }

  /// Returns a moment of the year: a date, and the minute of the day.
  mutating func moment() throws -> (date: LocalDate, time: LocalTime) { (try date(), try time(minutes: number(0...287) * 5)) }

  private func time(minutes: Int) throws -> LocalTime { try parsed("\(minutes)") { _ in LocalTime(minutes: minutes) } }

  private mutating func plan() throws -> DayPlan {
    switch number(0...5) {
    case 0: return .unknown
    case 1: return .closed
    default:
      return DayPlan(
        try (0..<number(1...3)).map { _ in
          let opens = number(0...287) * 5
          let (first, last) = (try time(minutes: opens), try time(minutes: opens + number(1...288) * 5))
          return try parsed("\(first)") { _ in Service(opens: first, closes: last) }
        })
    }
  }

  private mutating func date() throws -> LocalDate {
    let days = number(0...364)
    return try parsed("date") { _ in LocalDate(year: 2026, month: 1, day: 1)?.adding(days: days) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
}
