import CampusCatalog
import CatalogDiff
import CatalogQuery
import OpeningHours
import QueryTestData
import RandomData
import TestKit
import Testing

@testable import CatalogExport

/// The parts of an export that are about an entry, and what they leave out.
@Suite struct EqualLinesTests {
  private func text(
    _ format: ExportFormat, _ catalog: Catalog, table: ExportTable = .places, _ change: (inout ExportHeader) -> Void = { _ in }
  ) throws -> String {
    let rule = StatusRule(at: catalog.generatedAt, campuses: catalog.campuses)
    var header = ExportHeader(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: rule)
    change(&header)
    var bytes: [UInt8] = []
    var export = CatalogExport(format, header)
    export.table = table
    try export.write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A catalog whose only feed was fetched at some time.
  private func catalog(_ entries: [Entry], at time: String, license: String? = nil) throws -> Catalog {
    let campus = Campus(id: try parsed("a") { CampusID($0) }, name: "A College", timeZone: Zone("America/New_York"))
    var report = FeedReport(id: try feedID("a/x"), adapter: try #require(AdapterID("places")), outcome: .fresh)
    report.fetchedAt = try moment(time)
    report.license = license
    return Catalog(generatedAt: try moment(time), campuses: [campus], feeds: [report], entries: entries)
  }

  private func hall() throws -> Entry {
    var entry = try place("a/x/1", "Hall", hours: daily([service("09:00", "17:00")]))
    entry.notice = "Cash only."
    entry.description = "Coffee."
    return entry
  }

  /// Equal entries have equal lines, whenever their feed was fetched.
  @Test(arguments: [(ExportFormat.ics, "DTSTAMP"), (.geojson, "\"Feature\""), (.csv, "a/x/1"), (.jsonld, "#a/x/1"), (.ndjson, "a/x/1")])
  func fetchTimeDoesNotMatter(_ format: ExportFormat, _ word: String) throws {
    let lines = try ["2026-11-24T12:00:00Z", "2026-11-24T13:00:00Z"].map { time in
      try text(format, catalog([hall()], at: time)).split(separator: format == .csv || format == .ics ? "\r\n" : "\n").filter {
        $0.contains(word)
      }
    }
    #expect(lines[0] == lines[1] && lines[0].count == 1, "\(lines)")
  }

  /// If it is known when an entry changed, its lines say so.
  @Test(arguments: [
    (ExportFormat.ics, "DTSTAMP:20261101T080000Z"), (.geojson, #""changedAt":"2026-11-01T08:00:00Z""#), (.csv, ",2026-11-01T08:00:00Z,"),
  ])
  func changeIsStated(_ format: ExportFormat, _ line: String) throws {
    let change = try moment("2026-11-01T08:00:00Z")
    let text = try text(format, catalog([hall()], at: "2026-11-24T12:00:00Z")) { $0.lastChange = { _ in change } }
    #expect(text.contains(line), "\(text)")
  }

  /// The campus is not the operator of each place on it, and a notice is for everyone, not for mappers.
  @Test func featuresHaveDescriptionAndNoOperator() throws {
    let text = try text(.geojson, catalog([hall()], at: "2026-11-24T12:00:00Z"))
    #expect(text.contains(#""description":"Cash only.\nCoffee.""#) && !text.contains("operator") && !text.contains(#""note""#), "\(text)")
  }

  /// A feed without a license has no statement about it in any format.
  @Test(arguments: [ExportFormat.json, .geojson, .jsonld, .osmHours, .ics])
  func missingLicenseIsNotStated(_ format: ExportFormat) throws {
    #expect(try !text(format, catalog([hall()], at: "2026-11-24T12:00:00Z")).lowercased().contains("licen"))
    #expect(try text(format, catalog([hall()], at: "2026-11-24T12:00:00Z", license: "CC0")).contains("license"))
  }

  @Test func calendarsSayHowOftenToReadThem() throws {
    let text = try text(.ics, catalog([hall()], at: "2026-11-24T12:00:00Z"))
    #expect(text.contains("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n") && text.contains("\r\nX-PUBLISHED-TTL:PT1H\r\n"))
  }

  // MARK: - NDJSON

  /// Sorted entries are read piece by piece, others at once, with the same result. The ids of their feeds are kept.
  @Test(arguments: [1, 7] as [UInt64])
  func newlineDelimitedEntries(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let catalog = try random.make(records: 300...400)
    let lines = EntryLines(catalog.entries).bytes
    let feeds = Set(catalog.entries.flatMap { $0.sources.map(\.feed) }).sorted()
    for bytes in [lines, Array(lines.dropLast()), lines.split(separator: 10).reversed().flatMap { $0 + [10] }] {
      let stream = try EntryStream.open(
        ndjson: CatalogText(named: "x", bytes: bytes), known: catalog.campuses, generatedAt: catalog.generatedAt)
      #expect(stream.unreportedFeeds == feeds && !stream.hasReports && stream.feeds.isEmpty)
      #expect(stream.campuses == catalog.campuses.filter { campus in catalog.entries.contains { $0.campus == campus.id } })
      var entries: [Entry] = []
      while let piece = try stream.nextPiece() { entries += try piece.entries() }
      #expect(entries == catalog.entries)
    }
    #expect(throws: CatalogError.self) {
      try EntryStream.open(ndjson: CatalogText(named: "x", bytes: lines + Array("{}".utf8)), known: [], generatedAt: catalog.generatedAt)
    }
  }

  /// Without reports, it is unknown which feeds are missing.
  @Test func sourcesWithoutReports() throws {
    let text = try text(.geojson, Catalog(generatedAt: moment("2026-11-24T12:00:00Z"), campuses: [], feeds: [], entries: [hall()])) {
      $0.unreportedFeeds = [try! feedID("a/x")]
    }
    #expect(text.contains(#""sources":[{"feed":"a/x"}]"#) && !text.contains("missing"), "\(text)")
  }
}
