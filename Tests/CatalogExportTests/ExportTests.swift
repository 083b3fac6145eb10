import CampusCatalog
import CatalogDiff
import CatalogQuery
import OpeningHours
import QueryTestData
import RandomData
import TestKit
import Testing

@testable import CatalogExport

@Suite struct ExportTests {
  private static let seeds = Budget.seeds(10)
  /// The formats that need no other program.
  private static let formats: [ExportFormat] = [.json, .ndjson, .geojson, .osmHours, .jsonld, .csv]

  private static func export(
    _ format: ExportFormat, _ stream: EntryStream, _ filter: ExportFilter = ExportFilter(), at moment: Instant? = nil
  ) throws -> [UInt8] {
    let rule = StatusRule(at: moment ?? stream.generatedAt, campuses: stream.campuses)
    let header = ExportHeader(
      generatedAt: stream.generatedAt, campuses: stream.campuses, feeds: stream.feeds, rule: rule, filter: filter)
    var bytes: [UInt8] = []
    try CatalogExport(format, header).write(stream) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private static func catalog(_ seed: UInt64, records: ClosedRange<Int> = 0...6) throws -> Catalog {
    var random = RandomCatalog(seed: seed)
    return try random.make(records: records)
  }

  /// A catalog is exported alike from memory, from stored lines and from a file.
  @Test(arguments: seeds)
  func sourceDoesNotMatter(seed: UInt64) throws {
    let catalog = try Self.catalog(seed)
    let parts = Dictionary(grouping: catalog.entries, by: \.campus).map {
      (campus: $0.key, part: CatalogParts.Part.lines(LazyEntryLines(EntryLines($0.value))))
    }
    let stored = CatalogParts(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, parts: parts)
    let bytes = CatalogWriter.bytes(of: catalog)
    for format in Self.formats {
      let expected = try Self.export(format, EntryStream(CatalogParts(catalog)))
      #expect(try Self.export(format, EntryStream(stored)) == expected, "\(format)")
      #expect(try Self.export(format, EntryStream.open(CatalogText(named: "file", bytes: bytes))) == expected, "\(format)")
      // In another layout, which is read as a whole.
      let spaced = Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: " \n ").utf8)
      #expect(try Self.export(format, EntryStream.open(CatalogText(named: "file", bytes: spaced))) == expected, "\(format)")
    }
    #expect(try Self.export(.json, EntryStream(CatalogParts(catalog))) == bytes)
  }

  /// An export of a part is the export of a catalog that has only this part.
  @Test(arguments: seeds)
  func filterSelectsEntries(seed: UInt64) throws {
    let catalog = try Self.catalog(seed)
    let moment = try instant("2026-11-21T12:00:00Z")
    let rule = StatusRule(at: moment, campuses: catalog.campuses)
    let filters: [(ExportFilter, (Entry) -> Bool)] = [
      (ExportFilter(campuses: Set(catalog.campuses.prefix(1).map(\.id))), { $0.campus == catalog.campuses.first?.id }),
      (ExportFilter(kinds: [.place, .quote]), { $0.kind == .place || $0.kind == .quote }),
      (ExportFilter(categories: [.cafe, .library]), { [.cafe, .library].contains($0.place?.category) }),
      (
        ExportFilter(leavesOutPast: true),
        { entry in
          if let event = entry.event { return max(event.startDate, event.endDate) >= rule.date(of: entry) }
          return entry.alert?.endsAt.map { $0 > moment } ?? true
        }
      ),
    ]
    for (filter, isSelected) in filters where !catalog.campuses.isEmpty {
      let part = Catalog(
        generatedAt: catalog.generatedAt, campuses: catalog.campuses.filter { filter.accepts($0.id) },
        feeds: catalog.feeds.filter { filter.accepts($0.campus) }, entries: catalog.entries.filter(isSelected))
      for format in Self.formats {
        #expect(
          try Self.export(format, EntryStream(CatalogParts(catalog)), filter, at: moment)
            == Self.export(format, EntryStream(CatalogParts(part)), at: moment), "\(format), \(filter)")
      }
    }
  }

  /// Batches have no effect: exporting many entries gives the same result as exporting each one alone.
  @Test func manyEntries() throws {
    let catalogs = try Self.seeds.lazy.map { try Self.catalog($0, records: 700...900) }
    let catalog = try #require(catalogs.first { $0.entries.count > 2_000 })
    let hours = try Self.export(.osmHours, EntryStream(CatalogParts(catalog)))
    let lines = String(decoding: hours, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let expected = catalog.entries.compactMap { entry in entry.place?.hours?.portableOSM.map { "\(entry.id)\t\($0)" } }
    #expect(lines.map(String.init) == expected)
    #expect(try Self.export(.json, EntryStream(CatalogParts(catalog))) == CatalogWriter.bytes(of: catalog))
  }

  /// A file that someone has edited.
  @Test func anyLayoutIsRead() throws {
    let catalog = try #require(try Self.seeds.map { try Self.catalog($0, records: 20...30) }.first { $0.entries.count > 20 })
    var lines = CatalogWriter.bytes(of: catalog).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.starts(with: "\"entries\"".utf8) }) + 1
    func text() -> CatalogText { CatalogText(named: "file", bytes: Array(lines.joined(separator: [UInt8(ascii: "\n")]))) }
    lines.insert([], at: first + 10)
    #expect(try Self.export(.json, EntryStream.open(text())) == CatalogWriter.bytes(of: catalog))
    lines.swapAt(first, first + 1)
    #expect(throws: CatalogError.self) { try EntryStream.open(text()) }
    #expect(throws: CatalogError.self) { try EntryStream.open(CatalogText(named: "file", bytes: Array("[]".utf8))) }
  }

  @Test(arguments: [
    ([(1.0, 2.0), (3.0, -4.0)], [-4, 1, 2, 3] as [Double]?), ([(10.0, 20.0)], [20, 10, 20, 10]), ([], nil),
    // On both sides of the antimeridian, the box crosses it.
    ([(-17.0, 179.5), (-18.0, -179.5)], [179.5, -18, -179.5, -17]), ([(0.0, -90.0), (0.0, 90.0)], [-90, 0, 90, 0]),
    ([(0.0, 180.0), (0.0, -180.0)], [180, 0, -180, 0]), ([(0.0, -1.0), (0.0, 1.0)], [-1, 0, 1, 0]),
  ])
  func boundingBox(_ positions: [(Double, Double)], _ edges: [Double]?) throws {
    var box = BoundingBox()
    for (latitude, longitude) in positions { box.add(try #require(Coordinate(latitude: latitude, longitude: longitude))) }
    #expect(box.edges.map { [$0.west, $0.south, $0.east, $0.north] } == edges)
  }

  /// A cell that a spreadsheet would execute gets an apostrophe in front, and so does one that begins with an apostrophe.
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("'a", "''a"), ("a=b", "a=b"), ("a,b", "\"a,b\""),
    ("=a\"b", "\"'=a\"\"b\""),
    ("a\"\"", "\"a\"\"\"\"\""), ("Joe's", "Joe's"), ("a b", "a b"),
  ])
  func cellsAreInert(_ name: String, _ cell: String) throws {
    let entry = try place("a/b/1", name)
    let catalog = Catalog(generatedAt: try instant("2026-11-21T12:00:00Z"), campuses: [], feeds: [], entries: [entry])
    let text = String(decoding: try Self.export(.csv, EntryStream(CatalogParts(catalog))), as: UTF8.self)
    #expect(text.split(separator: "\r\n").last?.hasPrefix("a/b/1,a,\(cell),cafe,") == true, "\(text)")
  }

  private static func instant(_ text: String) throws -> Instant { try moment(text) }
  private func instant(_ text: String) throws -> Instant { try moment(text) }
}
