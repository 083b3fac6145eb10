import AdapterTesting
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SimdJSON
import TestKit
@testable import SnapshotStore
@testable import Aggregation
import Testing

/// A stored run is reproduced byte for byte.
@Suite struct RunTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
  }

  @Test(arguments: Budget.seeds(3))
  func randomHistoryIsReproduced(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let samples = try ["penn/dining", "gmu/places", "gmu/whats-open", "a/b", "a-b/c"].map { try HistorySample($0) }
    var current: [FeedID: FeedUpdate] = [:]
    var written: [(seconds: Int, selection: RunSelection, bytes: [UInt8])] = []
    var seconds = 0
    for _ in 0..<30 {
      seconds += Int.random(in: 1...500, using: &generator)
      for sample in samples where Bool.random(using: &generator) {
        var names: [String: String] = [:]
        for record in 0..<Int.random(in: 0...9, using: &generator) {
          names["r\(record)"] = "name \(Int.random(in: 0...3, using: &generator)) é \u{1F600}"
        }
        let update = try sample.update(try sample.lines(names), at: seconds)
        try await store.commit(update)
        current[sample.feed] = update
      }
      let chosen = samples.filter { current[$0.feed] != nil && Int.random(in: 0..<4, using: &generator) > 0 }
      let selection = chosen.count == samples.count ? RunSelection() : RunSelection(feeds: chosen.map(\.feed))
      let results = try chosen.map { (sample: $0, update: try #require(current[$0.feed])) }
      let merged = results.filter { $0.sample.feed.campus.description == "gmu" }.flatMap { $0.update.entries ?? [] }
      let lines = EntryLines(bytes: merged, count: merged.count { $0 == UInt8(ascii: "\n") })
      let bytes = try await store.keep(
        selection, at: seconds, results, merged: lines.count > 0 ? ("gmu", lines) : nil,
        outcome: FeedReport.Outcome.allCases.randomElement(using: &generator) ?? .fresh)
      written.append((seconds, selection, bytes))
    }
    for (number, run) in written.enumerated() {
      #expect(try await store.asOf(run.seconds, run.selection) == run.bytes, "run \(number), seed \(seed)")
    }
    // Between two runs, the earlier one applies.
    let all = written.filter { $0.selection == written[29].selection }
    for (one, next) in zip(all, all.dropFirst()) where next.seconds > one.seconds + 1 {
      #expect(try await store.asOf(next.seconds - 1, one.selection) == one.bytes, "before \(next.seconds), seed \(seed)")
    }
    #expect(try await store.check() == [], "seed \(seed)")
    let limit = try HistorySample.time(written[20].seconds)
    _ = try await store.prune(before: limit)
    #expect(try await store.check() == [], "seed \(seed)")
    for run in written[20...] { #expect(try await store.asOf(run.seconds, run.selection) == run.bytes, "pruned, seed \(seed)") }
    for (feed, update) in current { #expect(try await store.entries(of: feed) == update.entries ?? [], "pruned, seed \(seed)") }
  }

  private func json(_ report: FeedReport) -> String {
    var writer = JSONWriter()
    report.write(to: &writer)
    return writer.text
  }

  /// A run that an earlier version stored is written as it was, with the key of that version; anything else has the current one.
  @Test func formerLicenseKeyIsKept() async throws {
    var report = FeedReport(id: try HistorySample("penn/dining").feed, adapter: try #require(AdapterID("penn")), outcome: .fresh)
    report.license = "CC0"
    report.hasFormerLicenseKey = true
    let former = json(report)
    #expect(former.contains(#""licence":"CC0""#))
    let document = try JSONDocument(parsing: Array(former.utf8))
    let read = try FeedReport(reading: document.root)
    #expect(read.license == "CC0")
    #expect(json(read) == former.replacing("licence", with: "license"))
    let update = RunUpdate(generatedAt: try HistorySample.time(1), selection: RunSelection(), campuses: [], feeds: [report], parts: [])
    let problems = await store.commit(RunEnd(run: update))
    #expect(problems == [])
    let run = try #require(try await store.runs(limit: 1).first)
    let feeds = try await store.catalog(of: run).feeds
    #expect(feeds.map(json) == [former])
  }

  /// The durations are not part of the catalog, and rows of earlier versions, which lack them, remain valid.
  @Test func durationsAreStoredWithARun() async throws {
    let samples = try ["a/one", "a/two", "b/one"].map { try HistorySample($0) }
    let updates = try samples.map { ($0, try $0.update(try $0.lines(["1": "One"]), at: 0)) }
    for (_, update) in updates { try await store.commit(update) }
    let bytes = try await store.keep(
      at: 0, updates, durations: [samples[0].feed: .milliseconds(1_290), samples[2].feed: .microseconds(312_900)])
    #expect(try await store.asOf(0) == bytes)
    #expect(try await store.keep(at: 0, updates) == bytes)
    let polls = try await store.polls()
    #expect(polls.map(\.run) == [2, 2, 2, 1, 1, 1])
    #expect(polls.map(\.duration) == [nil, nil, nil, .milliseconds(1_290), nil, .milliseconds(312)])
    #expect(try await store.check() == [])
  }

  @Test func onlyTheRunOfANewResultHasItsChanges() async throws {
    let sample = try HistorySample("penn/dining")
    let first = try sample.update(try sample.lines(["1": "One"]), at: 0)
    let second = try sample.update(try sample.lines(["1": "Two", "2": "Three"]), at: 60)
    try await store.commit(first)
    try await store.keep(at: 0, [(sample, first)])
    try await store.commit(second)
    // The run was generated after its reply was received.
    try await store.keep(at: 62, [(sample, second)], checkedAt: 60)
    // The feed is not due, or was confirmed.
    try await store.keep(at: 80, [(sample, second)], outcome: .unchanged, checkedAt: 60)
    try await store.keep(at: 120, [(sample, second)], outcome: .unchanged)
    try await store.keep(at: 180, [(sample, second)], outcome: .stale, checkedAt: 60)
    let changes = try await store.polls().map { $0.changes.map { [$0.added, $0.changed, $0.gone] } }
    #expect(changes == [nil, nil, nil, [1, 1, 0], [0, 0, 0]])
  }

  @Test("runs of the version before durations are read, and converted by the first write")
  func runsOfAnEarlierVersion() async throws {
    let sample = try HistorySample("penn/dining")
    let update = try sample.update(try sample.lines(["1": "One"]), at: 0)
    try await store.commit(update)
    let bytes = try await store.keep(at: 0, [(sample, update)])
    store.close()
    try await Tool.python(
      folder.path(),
      """
      base.executescript('ALTER TABLE run DROP COLUMN durations; DROP TABLE past_date; DROP TABLE patch; PRAGMA user_version = 6')
      """)
    let original = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
    let reading = try SnapshotStore.open(path: folder.path(), readOnly: true)
    #expect(try await reading.asOf(0) == bytes)
    #expect(try await reading.polls().map(\.duration) == [nil])
    #expect(try await reading.prune(before: HistorySample.time(100), isDry: true).runs == 0)
    #expect(try await reading.check() == [])
    reading.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path())) == original)
    let converted = try SnapshotStore.open(path: folder.path())
    #expect(converted.backup == folder.path() + ".version-6")
    #expect(try await converted.asOf(0) == bytes)
    try await converted.keep(at: 60, [(sample, update)], durations: [sample.feed: .seconds(2)])
    #expect(try await converted.polls().map(\.duration) == [.seconds(2), nil])
    #expect(try await converted.check() == [])
  }

  @Test func entriesHaveTheTimeOfTheirLastChange() async throws {
    let sample = try HistorySample("penn/dining")
    for (seconds, name) in [(0, "Two"), (60, "2"), (90, "2")] {
      try await store.commit(try sample.update(try sample.lines(["1": "One", "2": name]), at: seconds))
    }
    let times = try await store.changeTimes()
    let entries = try sample.lines(["1": "One", "2": "2"]).entries()
    #expect(entries.map(times.time) == [try HistorySample.time(0), try HistorySample.time(60)])
    let other = try HistorySample("a/b").lines(["1": "One"]).entries()
    #expect(other.map(times.time) == [nil])
  }

  @Test func unchangedRunIsOneRowWithoutContent() async throws {
    let sample = try HistorySample("penn/dining")
    let update = try sample.update(try sample.lines(["1": "One", "2": "Two"]), at: 0)
    try await store.commit(update)
    try await store.keep(at: 1, [(sample, update)])
    let transactions = store.transactions
    let contents = try await contentCount()
    for seconds in 2...5 { try await store.keep(at: seconds, [(sample, update)]) }
    #expect(try await contentCount() == contents)
    #expect(store.transactions == transactions + 4)
    #expect(try await store.runs().count == 5)
    let size = try await Tool.python(
      folder.path(),
      "print(base.execute('SELECT max(length(generated_at) + length(selection) + 96 + length(checked) + 9) FROM run').fetchone()[0])")
    #expect(try #require(size.lines.first.flatMap { Int($0) }) < 250)
  }

  @Test func runSharesTransactionWithConfirmations() async throws {
    let sample = try HistorySample("penn/dining")
    let update = try sample.update(try sample.lines(["1": "One"]), at: 0)
    try await store.commit(update)
    let before = store.transactions
    var state = update.state
    state.lastGood?.checkedAt = try HistorySample.time(9)
    let run = RunUpdate(
      generatedAt: try HistorySample.time(9), selection: RunSelection(), campuses: [], feeds: [], parts: [try sample.part(update)])
    let end = RunEnd(
      confirmations: [FeedUpdate(state, confirming: update.state)], hosts: [HostUpdate(HostState(origin: "https://example.org:443"))],
      run: run)
    #expect(await store.commit(end) == [])
    #expect(store.transactions == before + 1)
    #expect(try await store.states(of: [sample.feed])[sample.feed]?.lastGood?.checkedAt == HistorySample.time(9))
  }

  @Test func selectionMustMatchOrInclude() async throws {
    let (penn, gmu) = (try HistorySample("penn/dining"), try HistorySample("gmu/whats-open"))
    let first = try penn.update(try penn.lines(["1": "One"]), at: 0)
    let second = try gmu.update(try gmu.lines(["2": "Two"]), at: 0)
    try await store.commit(first)
    try await store.commit(second)
    try await store.keep(at: 10, [(penn, first), (gmu, second)])
    let onlyPenn = RunSelection(campuses: [penn.feed.campus])
    // No run had exactly this selection: a run of everything includes it.
    let filtered = try #require(try await store.run(atOrBefore: HistorySample.time(20), selection: onlyPenn))
    #expect(filtered.isFiltered && filtered.selection.isAll)
    let parts = try await store.catalog(of: filtered)
    #expect(parts.feeds.map(\.id) == [penn.feed] && parts.campuses.map(\.id) == [penn.feed.campus])
    #expect(try parts.catalog().entries.map(\.id.description) == ["penn/dining/1"])
    let bytes = try await store.keep(onlyPenn, at: 30, [(penn, first)])
    #expect(try await store.asOf(30, onlyPenn) == bytes)
    #expect(try await store.run(atOrBefore: HistorySample.time(30), selection: onlyPenn)?.isFiltered == false)
    // Later there was such a run; for earlier times, the run of everything is still used.
    #expect(try await store.run(atOrBefore: HistorySample.time(20), selection: onlyPenn) == filtered)
    #expect(try await store.asOf(5, onlyPenn) == nil)
    #expect(try await store.firstRun(selection: onlyPenn) == HistorySample.time(10))
    // A partial run is not used as a run of everything.
    #expect(try await store.run(selection: RunSelection())?.generatedAt == HistorySample.time(10))
    #expect(try await store.run(selection: RunSelection(feeds: [gmu.feed]))?.generatedAt == HistorySample.time(10))
    #expect(try await store.run(selection: RunSelection(feeds: [penn.feed]))?.generatedAt == HistorySample.time(30))
  }

  @Test func feedOfMergedCampusIsSelected() async throws {
    let (one, two) = (try HistorySample("gmu/a"), try HistorySample("gmu/b"))
    let first = try one.update(try one.lines(["1": "One"]), at: 0)
    let second = try two.update(try two.lines(["2": "Two"]), at: 0)
    try await store.commit(first)
    try await store.commit(second)
    let merged = EntryLines([try one.place("1", "One"), try two.place("2", "Two")])
    try await store.keep(at: 10, [(one, first), (two, second)], merged: ("gmu", merged))
    let run = try #require(try await store.run(selection: RunSelection(feeds: [two.feed])))
    #expect(try await store.catalog(of: run).catalog().entries.map(\.id.description) == ["gmu/b/2"])
    let campus = try #require(try await store.run(selection: RunSelection(campuses: [one.feed.campus])))
    #expect(try await store.catalog(of: campus).count == 2)
  }

  @Test func unmergedLinesAreNotStoredTwice() async throws {
    let (one, two) = (try HistorySample("gmu/a"), try HistorySample("gmu/a-b"))
    let first = try one.update(try one.lines(["1": "One", "2": "Two"]), at: 0)
    let second = try two.update(try two.lines(["1": "Another"]), at: 0)
    try await store.commit(first)
    try await store.commit(second)
    let before = try #require(try await contentCount())
    let merged = EntryLines(try [two.place("1", "Another"), one.place("1", "One"), one.place("2", "Two")])
    var written = [try await store.keep(at: 10, [(one, first), (two, second)], merged: ("gmu", merged))]
    #expect(try await contentCount() == before + 3, "campuses, reports and the list of parts")
    // A merge that changes an entry of one feed stores the lines of that feed again.
    let other = EntryLines(try [two.place("1", "Yet another"), one.place("1", "One"), one.place("2", "Two")])
    written.append(try await store.keep(at: 20, [(one, first), (two, second)], merged: ("gmu", other)))
    #expect(try await contentCount() == before + 5, "a list of parts, and the lines of one feed")
    // The first feed has a new result; the output of runs from the former one is kept.
    try await store.commit(try one.update(try one.lines(["1": "New"]), at: 30))
    _ = try await store.prune(before: try HistorySample.time(5))
    #expect(try await store.asOf(10) == written[0])
    #expect(try await store.asOf(20) == written[1])
    #expect(try await store.check() == [])
  }

  @Test func runsAreCountedBack() async throws {
    let sample = try HistorySample("penn/dining")
    var bytes: [[UInt8]] = []
    for seconds in 0..<4 {
      let update = try sample.update(try sample.lines(["1": "name \(seconds)"]), at: seconds)
      try await store.commit(update)
      bytes.append(try await store.keep(at: seconds, [(sample, update)]))
    }
    for back in 0..<4 {
      let run = try #require(try await store.run(selection: RunSelection(), back: back))
      #expect(try await store.catalog(of: run).written() == bytes[3 - back])
    }
    #expect(try await store.run(selection: RunSelection(), back: 4) == nil)
    #expect(try await store.runs(limit: 2).map(\.generatedAt) == [HistorySample.time(3), HistorySample.time(2)])
  }

  @Test func largePartsAreCutAtLineEnds() throws {
    let sample = try HistorySample("gmu/a")
    let lines = try sample.lines(Dictionary(uniqueKeysWithValues: (0..<50).map { ("r\($0)", String(repeating: "x", count: $0 * 7)) }))
    let run = RunUpdate(
      generatedAt: try HistorySample.time(0), selection: RunSelection(), campuses: [], feeds: [],
      parts: [(sample.feed.campus, LazyEntryLines(lines))])
    for largest in [1, 300, 1000, 5000, 1 << 20] {
      let prepared = try PreparedRun(run, largestPiece: largest)
      let pieces = try prepared.contents.dropFirst(3).map { try $0.bytes() }
      #expect(Array(pieces.joined()) == lines.bytes)
      #expect(pieces.allSatisfy { $0.last == UInt8(ascii: "\n") && ($0.count <= largest || $0.count { $0 == UInt8(ascii: "\n") } == 1) })
      #expect(prepared.parts.reduce(0) { $0 + $1.count } == 50)
    }
  }

  /// Another process removes contents between the check and the transaction.
  @Test func runWithMissingContentsIsRefused() async throws {
    let sample = try HistorySample("penn/dining")
    let update = try sample.update(try sample.lines(["1": "One"]), at: 0)
    let run = RunUpdate(
      generatedAt: try HistorySample.time(9), selection: RunSelection(), campuses: [], feeds: [], parts: [try sample.part(update)])
    #expect(await store.commit(RunEnd(run: run)).map(\.error.reason.description) == ["store.conflict"])
    #expect(try await store.runs() == [])
    try await store.commit(update)
    #expect(await store.commit(RunEnd(run: run)) == [])
  }

  private func contentCount() async throws -> Int? {
    try await Tool.python(folder.path(), "print(base.execute('SELECT count(*) FROM content').fetchone()[0])").lines.first.flatMap {
      Int($0)
    }
  }
}
