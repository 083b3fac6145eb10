import CampusCatalog
import CatalogIndex
import CatalogQuery
import FeedKit
import Foundation
import OpeningHours
import QueryTestData
import Aggregation
import Testing

/// An index gives the same answers as a scan of all places.
@Suite struct IndexTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "aggregate-index-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func index(_ entries: [Entry]) throws -> CatalogIndex {
    let catalog = try CatalogParts(Catalog(generatedAt: moment("2026-11-21T17:00:00Z"), campuses: [], feeds: [], entries: entries))
    return try CatalogIndex.build(
      catalog, key: IndexedCatalog.key(entries), path: folder.appending(path: "\(UInt64.random(in: 0 ... .max))").path)
  }

  @Test("Random questions", arguments: 0..<12 as Range<UInt64>)
  func randomQuestions(seed: UInt64) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: seed)
    let entries = try random.make(150)
    let lastSeen = try moment("2026-11-21T17:00:00Z")
    var report = FeedReport(id: try feedID("a/x"), adapter: try parsed("places") { AdapterID($0) }, outcome: .unchanged)
    report.checkedAt = lastSeen
    let index = try index(entries)
    var told = 0
    for turn in 0..<150 {
      var query = try random.query()
      query.limit = random.number(0...40)
      if turn % 3 == 0 {
        query.filter.buildings = []
        query.filter.state = turn % 2 == 0 ? .open : nil
        if turn % 4 == 0 { query.near = nil }
        if query.search == nil, turn % 5 == 0 { query.order = .name }
      }
      // Some days before the feed becomes too old, some after.
      let instant = try #require(Instant(secondsSinceEpoch: lastSeen.secondsSinceEpoch + Int64(random.number(-20...40)) * 43_205))
      let rule = try rule(at: "\(instant)", freshness: turn % 2 == 0 ? FreshnessLimit([report]) : nil)
      guard let answer = try index.answer(query, by: rule) else { continue }
      told += 1
      let linear = query.results(in: entries, by: rule)
      #expect(answer.items == linear.items, "seed \(seed), turn \(turn): \(query)")
      #expect(answer.total == linear.total, "seed \(seed), turn \(turn): \(query)")
      #expect(answer.beyond == linear.beyond && answer.withoutPosition == linear.withoutPosition, "seed \(seed), turn \(turn): \(query)")
    }
    for text in ["caf", "cafeterra", "jose", "dunkinn 19", "straze", "libary", "bild 1921", "x", "北方"] {
      let search = SearchText(text)
      #expect(try index.similarWords(to: search, campuses: []) == SimilarWords.of(search, in: entries), "seed \(seed): \(text)")
      let campus = try parsed("a") { CampusID($0) }
      let some = SimilarWords.of(search, in: entries.filter { $0.campus == campus })
      #expect(try index.similarWords(to: search, campuses: [campus]) == some, "seed \(seed): \(text) in \(campus)")
    }
    // Most random questions need a scan; some must have been answered by the index.
    #expect(told > 20)
  }

  @Test("An index of something else, and a file that is none, are not opened")
  func keys() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "index").path
    let catalog = try CatalogParts(Catalog(generatedAt: moment("2026-11-21T17:00:00Z"), campuses: [], feeds: [], entries: []))
    let (key, other) = (IndexKey(states: [:], registry: "1"), IndexKey(states: [:], registry: "2"))
    #expect(CatalogIndex.open(path: path, key: key) == nil)
    _ = try CatalogIndex.build(catalog, key: key, path: path)
    #expect(CatalogIndex.open(path: path, key: key) != nil)
    #expect(CatalogIndex.open(path: path, key: other) == nil)
    try Data("SQLite format 3\0 and nothing else".utf8).write(to: URL(filePath: path))
    #expect(CatalogIndex.open(path: path, key: key) == nil)
  }

  @Test("A key depends on what feeds hold, not on when they were looked at")
  func keyDependsOnContent() throws {
    func key(_ content: String, checkedAt: String) throws -> IndexKey {
      var state = FeedState(feed: try feedID("a/x"), key: "places 1")
      state.lastGood = FeedState.LastGood(
        acceptedAt: try moment("2026-11-20T00:00:00Z"), checkedAt: try moment(checkedAt), fetchedAt: try moment("2026-11-20T00:00:00Z"),
        content: content, bodies: "", bytes: 1, entries: 1, rejected: 0, url: nil, etag: nil, notes: [])
      return IndexKey(states: [state.feed: state], registry: "")
    }
    #expect(try key("1", checkedAt: "2026-11-20T00:00:00Z") == key("1", checkedAt: "2026-11-21T00:00:00Z"))
    #expect(try key("1", checkedAt: "2026-11-20T00:00:00Z") != key("2", checkedAt: "2026-11-20T00:00:00Z"))
  }
}
