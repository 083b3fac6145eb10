import CampusCatalog
import FeedKit
import Foundation
import OpeningHours
@testable import SnapshotStore
import Aggregation
import TestKit
import Testing

/// Old contents that are not needed are removed; needed ones are kept, in the store and in copies.
@Suite struct PruneTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore
  private let sample: HistorySample

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
    sample = try HistorySample("penn/dining")
  }

  /// A run every second, each with a new result.
  private func fill(_ count: Int, size: Int = 0) async throws -> [[UInt8]] {
    var written: [[UInt8]] = []
    for seconds in 0..<count {
      let update = try sample.update(
        try sample.lines(["1": "name \(seconds)", "2": "Two"]), at: seconds, body: noise(size, seconds) + "body \(seconds)")
      try await store.commit(update)
      written.append(try await store.keep(at: seconds, [(sample, update)]))
    }
    return written
  }

  private func noise(_ size: Int, _ seed: Int) -> String {
    var generator = SeededGenerator(seed: UInt64(seed + 1))
    return String(decoding: (0..<size).map { _ in UInt8.random(in: 0x21...0x60, using: &generator) }, as: UTF8.self)
  }

  @Test func keptRunsAreReproduced() async throws {
    let written = try await fill(6)
    let dry = try await store.prune(before: HistorySample.time(3), isDry: true)
    #expect(try await store.runs().count == 6)
    #expect(try await store.check() == [])
    var pruning = try await store.prune(before: HistorySample.time(3))
    pruning.fileBytes = 0
    #expect(pruning == dry)
    #expect(pruning.runs == 3 && pruning.snapshots == 3 && pruning.changes == 2)
    for seconds in 3..<6 { #expect(try await store.asOf(seconds) == written[seconds]) }
    #expect(try await store.asOf(2) == nil)
    #expect(try await store.snapshots().map(\.isFirst) == [false, false, true])
    #expect(try await store.body(Array("body 0".utf8).sha256) == nil)
    #expect(try await store.body(Array("body 3".utf8).sha256) != nil)
    #expect(try await store.check() == [])
    #expect(try await store.prune(before: HistorySample.time(3)).runs == 0)
  }

  @Test func lastGoodResultAndNewestRunAreKept() async throws {
    let written = try await fill(4)
    let update = try sample.update(try sample.lines(["1": "later"]), at: 9)
    try await store.commit(update)
    let only = RunSelection(feeds: [sample.feed])
    let alone = try await store.keep(only, at: 2, [(sample, try sample.update(try sample.lines(["1": "name 1", "2": "Two"]), at: 1))])
    let pruning = try await store.prune(before: HistorySample.time(1_000_000))
    #expect(pruning.runs == 3)
    #expect(try await store.asOf(3) == written[3])
    #expect(try await store.asOf(3, only) == alone)
    #expect(try await store.entries(of: sample.feed) == update.entries)
    #expect(try await store.check() == [])
  }

  @Test func additionsAndRemovalsAreKept() async throws {
    for (seconds, names) in [["1": "One"], ["1": "One", "2": "Two"], ["1": "One!"], ["1": "One"]].enumerated() {
      try await store.commit(try sample.update(try sample.lines(names), at: seconds))
    }
    _ = try await store.prune(before: HistorySample.time(100))
    let two = try await store.versions(of: try #require(EntryID(feed: sample.feed, record: "2")))
    #expect(two.map(\.state) == [.removed, .gone(reason: .feedRemoved)])
    #expect(try two.map(\.at) == [HistorySample.time(1), HistorySample.time(2)])
    #expect(try await store.versions(of: try #require(EntryID(feed: sample.feed, record: "1"))).map(\.at) == [HistorySample.time(3)])
  }

  @Test("Pruning does not move the time at which an entry last changed")
  func changeTimesAreKept() async throws {
    let results: [[String: String]] = [
      ["1": "One", "2": "Two", "3": "Three"], ["1": "One!", "2": "Two", "3": "Three"], ["1": "One!!", "2": "Two"],
      ["1": "One!!", "2": "Two", "3": "Three", "4": "Four"],
    ]
    for (seconds, names) in results.enumerated() { try await store.commit(try sample.update(try sample.lines(names), at: seconds)) }
    // The newest results change other entries.
    for seconds in 4..<8 {
      try await store.commit(try sample.update(try sample.lines(["1": "One!!", "2": "Two", "3": "Three", "4": "\(seconds)"]), at: seconds))
    }
    func times() async throws -> [Instant?] {
      let times = try await store.changeTimes()
      return try ["1", "2", "3", "4", "5"].map { record in
        let id = try #require(EntryID(feed: sample.feed, record: record))
        let source = SourceReference(feed: sample.feed, record: record)
        let quote = Quote(text: "x", author: nil)
        return times.time(of: Entry(id: id, campus: sample.feed.campus, name: nil, sources: [source], details: .quote(quote)))
      }
    }
    let before = try await times()
    #expect(try before == [2, 0, 3, 7, 0].map { try HistorySample.time($0) })
    for limit in [2, 5, 7, 100] {
      _ = try await store.prune(before: HistorySample.time(limit))
      #expect(try await times() == before, "\(limit)")
      #expect(try await store.check() == [])
    }
    #expect(try await store.versions(of: try #require(EntryID(feed: sample.feed, record: "2"))).map(\.at) == [HistorySample.time(0)])
    // The last version of an entry is in the results that remain.
    let versions = try await store.versions(of: try #require(EntryID(feed: sample.feed, record: "1")))
    #expect(try versions.map(\.at) == [HistorySample.time(2)])
    #expect(versions.allSatisfy { if case .line = $0.state { true } else { false } })
  }

  @Test("Pruning does not move the time of a change before a run that remains")
  func changeTimesOfKeptRunsAreKept() async throws {
    let names = [("One", "Two"), ("One?", "Two"), ("One!", "Two"), ("One!", "Two!"), ("One!!", "Two!"), ("One!!!", "Two!")]
    var updates: [FeedUpdate] = []
    for (index, (one, two)) in names.enumerated() {
      updates.append(try sample.update(try sample.lines(["1": one, "2": two]), at: index * 10))
      try await store.commit(updates[index])
    }
    try await store.keep(RunSelection(feeds: [sample.feed]), at: 35, [(sample, updates[3])])
    try await store.keep(at: 60, [(sample, updates[5])])
    let ids = try ["1", "2"].map { try #require(EntryID(feed: sample.feed, record: $0)) }
    func times(_ seconds: Int) async throws -> [Instant?] {
      let times = try await store.changeTimes(until: HistorySample.time(seconds))
      return ids.map { times.changes[$0] }
    }
    for _ in 0..<2 {
      #expect(try await times(35) == [20, 30].map { try HistorySample.time($0) })
      #expect(try await times(60) == [50, 30].map { try HistorySample.time($0) })
      let dry = try await store.prune(before: HistorySample.time(1000), isDry: true)
      #expect(try await store.prune(before: HistorySample.time(1000)).changes == dry.changes)
    }
    // The changes at 10 and 40 were not the last ones before a run.
    #expect(try await store.versions(of: ids[0]).map(\.at) == [20, 30, 50].map { try HistorySample.time($0) })
  }

  @Test("Thinning leaves a run of each week and selection, and every version of every entry", arguments: Budget.seeds(4))
  func thinningLosesNoVersion(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let samples = try ["penn/dining", "gmu/places", "everywhere/quotes"].map { try HistorySample($0) }
    var current: [FeedID: FeedUpdate] = [:]
    var (seconds, last) = (0, 0)
    for _ in 0..<40 {
      seconds += Int.random(in: 1...4 * 86_400, using: &generator)
      for sample in samples where current[sample.feed] == nil || Bool.random(using: &generator) {
        let names = (0..<5).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
          .map { ("r\($0)", "name \(Int.random(in: 0...2, using: &generator))") }
        let isStream = sample.feed == samples[2].feed
        let update = try sample.update(
          try sample.lines(Dictionary(uniqueKeysWithValues: names)), at: seconds, isStream: isStream)
        try await store.commit(update)
        current[sample.feed] = update
      }
      let chosen = Bool.random(using: &generator) ? samples : [samples[0]]
      let selection = chosen.count == 3 ? RunSelection() : RunSelection(feeds: [samples[0].feed])
      try await store.keep(selection, at: seconds, try chosen.map { ($0, try #require(current[$0.feed])) })
      if Int.random(in: 0..<3, using: &generator) > 0 { last = seconds }
    }
    let ids = try samples.flatMap { sample in try (0..<5).map { try #require(EntryID(feed: sample.feed, record: "r\($0)")) } }
    func versions() async throws -> [[EntryVersion]] {
      var found: [[EntryVersion]] = []
      for id in ids { found.append(try await store.versions(of: id)) }
      return found
    }
    let (before, runs) = (try await versions(), try await store.runs())
    var written: [Int: [UInt8]] = [:]
    for run in runs { written[run.id] = try await store.catalog(of: run).written() }
    let limit = try HistorySample.time(last)
    // 1970-01-01 was a Thursday.
    func week(_ run: RunRecord) -> String { "\((run.generatedAt.secondsSinceEpoch / 86_400 + 3) / 7) \(run.selection)" }
    var (weeks, selections): (Set<String>, Set<RunSelection>) = ([], [])
    let expected = runs.filter { run in
      let isNewest = selections.insert(run.selection).inserted
      return run.generatedAt >= limit || weeks.insert(week(run)).inserted || isNewest
    }
    #expect(expected.count < runs.count - 5, "seed \(seed)")
    let dry = try await store.prune(before: limit, .weekly, isDry: true)
    var pruning = try await store.prune(before: limit, .weekly)
    pruning.fileBytes = 0
    #expect(pruning == dry && pruning.runs == runs.count - expected.count && pruning.replies > 0, "seed \(seed)")
    #expect(try await store.runs() == expected, "seed \(seed)")
    for run in expected { #expect(try await store.catalog(of: run).written() == written[run.id], "run \(run.id), seed \(seed)") }
    #expect(try await versions() == before, "seed \(seed)")
    #expect(before.joined().allSatisfy { $0.state != .removed }, "seed \(seed)")
    #expect(try await store.check() == [], "seed \(seed)")
    let again = try await store.prune(before: limit, .weekly)
    #expect(again.runs == 0 && again.replies == 0 && again.contents == 0, "seed \(seed)")
  }

  @Test("the last run of a week is the one with the highest number, and a wrong clock has no week")
  func weeksBeginOnMonday() async throws {
    let update = try sample.update(try sample.lines(["1": "One"]), at: 0)
    try await store.commit(update)
    // Sunday 23:59:59, Monday 00:00:00, a week later, a time in the future, and the newest.
    let monday = 1_700_438_400 - 1_700_000_000
    for seconds in [
      monday - 2, monday - 1, monday, monday + 7 * 86_400 - 1, monday + 90 * 86_400, monday + 7 * 86_400, monday + 8 * 86_400,
    ] {
      try await store.keep(at: seconds, [(sample, update)])
    }
    let limit = try HistorySample.time(monday + 20 * 86_400)
    #expect(try await store.prune(before: limit, .weekly, now: HistorySample.time(monday + 21 * 86_400)).runs == 4)
    #expect(try await store.runs().map(\.id) == [7, 4, 2])
  }

  @Test func fileShrinks() async throws {
    _ = try await fill(30, size: 40_000)
    let pruning = try await store.prune(before: HistorySample.time(29))
    #expect(pruning.contentBytes > 500_000)
    #expect(pruning.fileBytes > 500_000)
    #expect(try await store.check() == [])
  }

  @Test func copyIsAStore() async throws {
    let written = try await fill(3)
    let target = folder.path("copy.sqlite")
    try await store.copy(intoEmpty: target)
    await #expect(throws: StoreError.self) { try await store.copy(intoEmpty: target) }
    for readOnly in [true, false] {
      let copy = try SnapshotStore.open(path: target, readOnly: readOnly)
      #expect(try await copy.check() == [])
      for seconds in 0..<3 { #expect(try await copy.asOf(seconds) == written[seconds]) }
      copy.close()
    }
    await #expect(throws: StoreError.self) { try await store.copy(intoEmpty: folder.path("none/copy.sqlite")) }
  }

  @Test(
    "damage in each table of the history",
    arguments: [
      "UPDATE run SET generated_at = '2026-01-01T00:00:00.000000000Z' WHERE id = 2",
      "UPDATE run SET selection = '{}' WHERE id = 2",
      "UPDATE run SET checked = '[]' WHERE id = 2",
      "UPDATE run SET durations = '[0,5]' WHERE id = 2",
      "UPDATE run SET reports = zeroblob(32) WHERE id = 2",
      "DELETE FROM content WHERE sha256 = (SELECT campuses FROM run WHERE id = 2)",
      "DELETE FROM content WHERE sha256 = (SELECT parts FROM run WHERE id = 2)",
      "UPDATE content SET bytes = zeroblob(40) WHERE sha256 = (SELECT parts FROM run WHERE id = 2)",
      "UPDATE change SET what = 'added' WHERE snapshot = 2",
      "UPDATE change SET at = '2026-01-01T00:00:00.000000000Z' WHERE snapshot = 2",
      "UPDATE stream_entry SET line = line || ' '",
      "UPDATE stream_entry SET snapshot = 99",
      "UPDATE snapshot_body SET url = 'https://example.com/' WHERE snapshot = 2",
      "UPDATE snapshot_body SET url = NULL WHERE snapshot = 2",
      "INSERT INTO feed_start VALUES ('penn/dining', '2026-01-01T00:00:00.000000000Z', 1)",
    ])
  func damageIsFound(sql: String) async throws {
    _ = try await fill(3)
    let quotes = try HistorySample("everywhere/quotes")
    try await store.commit(try quotes.update(try quotes.lines(["1": "One"]), at: 0, isStream: true))
    #expect(try await store.check() == [])
    store.close()
    try await Tool.python(folder.path(), "base.execute(\"PRAGMA foreign_keys = OFF\"); base.execute(\"\"\"\(sql)\"\"\")")
    let damaged = try SnapshotStore.open(path: folder.path())
    #expect(try await !damaged.check().isEmpty)
  }
}
