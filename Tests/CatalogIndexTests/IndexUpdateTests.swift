import CampusCatalog
import CatalogIndex
import CatalogQuery
import FeedKit
import Foundation
import OpeningHours
import QueryTestData
import Aggregation
import Synchronization
import Testing

/// An updated index gives the same answers as a new one, and as a scan of all places.
@Suite struct IndexUpdateTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "aggregate-index-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func expectSame(
    _ catalog: IndexedCatalog, _ questions: [(query: PlaceQuery, rule: StatusRule)], isLocked: Bool = false, _ comment: Comment
  ) throws {
    for (query, rule) in questions {
      guard let answer = try catalog.index.answer(query, by: rule) else {
        // If others hold the lock for too long, the openings of another day may not be stored.
        if !isLocked { Issue.record("no answer: \(comment): \(query)") }
        continue
      }
      let linear = query.results(in: catalog.entries, by: rule)
      #expect(answer.items == linear.items, "\(comment): \(query)")
      #expect(answer.total == linear.total, "\(comment): \(query)")
    }
    // Words of places that are gone are not suggested.
    for text in ["cafeterra", "straze 1921", "dunkinn"] {
      let search = SearchText(text)
      #expect(
        try catalog.index.similarWords(to: search, campuses: []) == SimilarWords.of(search, in: catalog.entries), "\(comment): \(text)")
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func updatedIndexMatchesFreshIndex(seed: UInt64) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: seed)
    var next = 1000
    var catalog = try IndexedCatalog(try random.make(120), path: path("index"))
    for round in 0..<10 {
      var entries = try random.changed(catalog.entries, random.number(0...40), next: &next)
      let leaving = try parsed("b") { CampusID($0) }
      // A campus is removed, comes back with other places, or stays.
      if round % 5 == 3 { entries.removeAll { $0.campus == leaving } }
      if round % 5 == 4 { entries += try random.make(30).filter { entry in !entries.contains { $0.id == entry.id } } }
      try catalog.change(to: entries)
      let questions = try random.indexQuestions(8)
      try expectSame(catalog, questions, "seed \(seed), round \(round), updated")
      guard round % 3 == 0 else { continue }
      let fresh = try IndexedCatalog(entries, path: path("fresh-\(round)"))
      try expectSame(fresh, questions, "seed \(seed), round \(round), fresh")
    }
    #expect(catalog.builds == 1)
    #expect(catalog.updates >= 7)
  }

  @Test func rowsGrowBeyondOneChunk() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 7)
    // A chunk has 4,096 rows.
    var catalog = try IndexedCatalog(try random.make(4_090), path: path("index"))
    var entries = catalog.entries
    let hours = try daily([service("08:00", "20:00")])
    for number in 0..<30 { entries.append(try place("a/x/new-\(number)", "North Hall \(number)", hours: hours)) }
    try catalog.change(to: entries)
    #expect(catalog.updates == 1)
    try expectSame(catalog, try random.indexQuestions(8), "grown")
    try catalog.change(to: Array(entries.dropFirst(20).dropLast(25)))
    #expect(catalog.updates == 2)
    try expectSame(catalog, try random.indexQuestions(8), "shrunk")
  }

  @Test func smallChangesWriteLittle() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 8)
    var catalog = try IndexedCatalog(try random.make(3_000), path: path("index"))
    let before = try Data(contentsOf: URL(filePath: path("index")))
    var entries = catalog.entries
    entries[100].tags = ["seen"]
    try catalog.change(to: entries)
    #expect(catalog.updates == 1)
    let after = try Data(contentsOf: URL(filePath: path("index")))
    let page = 4096
    let changed = stride(from: 0, to: min(before.count, after.count), by: page).count { offset in
      before[offset..<min(offset + page, before.count)] != after[offset..<min(offset + page, after.count)]
    }
    #expect(after.count - before.count <= before.count / 10)
    #expect(changed * page <= before.count / 4, "\(changed) of \(before.count / page) pages")
  }

  @Test func oldDaysAreRemoved() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 9)
    let catalog = try IndexedCatalog(try random.make(2_000), path: path("index"))
    var query = PlaceQuery()
    query.filter.state = .open
    query.order = .name
    query.limit = 10
    func size(afterDays days: ClosedRange<Int>) throws -> Int {
      for day in days { _ = try catalog.index.answer(query, by: rule(at: "2026-12-\(10 + day)T12:00:00Z")) }
      return try Data(contentsOf: URL(filePath: path("index"))).count
    }
    let few = try size(afterDays: 0...4)
    #expect(try size(afterDays: 5...19) <= few + few / 10)
    let again = try rule(at: "2026-12-11T12:00:00Z")
    #expect(try catalog.index.answer(query, by: again)?.items == query.results(in: catalog.entries, by: again).items)
  }

  @Test func readersSeeConsistentIndexDuringUpdate() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 10)
    var catalog = try IndexedCatalog(try random.make(200), path: path("index"))
    let (old, entries) = (catalog.index, catalog.entries)
    var next = 1000
    try catalog.change(to: try random.changed(entries, 50, next: &next))
    for (query, rule) in try random.indexQuestions(10) {
      // It gives no answer rather than a wrong one.
      #expect(try old.answer(query, by: rule) == nil || catalog.entries == entries)
    }
    // Back to the first state: the first answers are correct again.
    try catalog.change(to: entries)
    try expectSame(catalog, try random.indexQuestions(10), "back")
    for (query, rule) in try random.indexQuestions(10) {
      #expect(try old.answer(query, by: rule)?.items == query.results(in: entries, by: rule).items)
    }
  }

  @Test func concurrentUpdates() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = RandomPlaces(seed: 11)
    let first = try IndexedCatalog(try random.make(200), path: path("index"))
    var next = 1000
    var entries = first.entries
    let updated = Mutex(0)
    for round in 0..<5 {
      entries = try random.changed(entries, 30, next: &next)
      let (now, questions) = (entries, try random.indexQuestions(5))
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          var catalog = first
          try catalog.change(to: now)
          try expectSame(catalog, questions, isLocked: true, "round \(round)")
          updated.withLock { $0 += 1 }
        } catch let error as StoreError where error.reason == .storeBusy {
          // On a slow machine, one may wait too long for the others.
        } catch {
          Issue.record("round \(round): \(error)")
        }
      }
    }
    #expect(updated.withLock { $0 } >= 5)
  }
}
