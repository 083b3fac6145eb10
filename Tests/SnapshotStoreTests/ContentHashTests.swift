import CampusCatalog
import FeedKit
import TestKit
@testable import SnapshotStore
@testable import Aggregation
import Testing

/// The content hash of a run is available to the next one that writes the same catalog.
@Suite struct ContentHashTests {
  private let folder: TemporaryFolder
  private let store: SnapshotStore
  private let sample: HistorySample
  private let update: FeedUpdate
  private let run: RunUpdate

  private static let hash = "sha256:" + String(repeating: "a1", count: 32)

  init() async throws {
    folder = try TemporaryFolder()
    store = try SnapshotStore.open(path: folder.path())
    sample = try HistorySample("penn/dining")
    update = try sample.update(try sample.lines(["1": "One", "2": "Two"]), at: 0)
    try await store.commit(update)
    var run = RunUpdate(
      generatedAt: try HistorySample.time(1), selection: RunSelection(), campuses: [try HistorySample.campus("penn")], feeds: [],
      parts: [try sample.part(update)])
    run.contentHash = Self.hash
    self.run = run
  }

  @Test func hashIsKeyedByCampusesAndEntries() async throws {
    #expect(try await store.contentHash(of: run) == nil)
    #expect(await store.commit(RunEnd(run: run)) == [])
    #expect(try await store.contentHash(of: run) == Self.hash)
    let others = [
      RunUpdate(generatedAt: run.generatedAt, selection: run.selection, campuses: [], feeds: [], parts: run.parts),
      RunUpdate(generatedAt: run.generatedAt, selection: run.selection, campuses: run.campuses, feeds: [], parts: []),
      RunUpdate(
        generatedAt: run.generatedAt, selection: run.selection, campuses: run.campuses, feeds: [], parts: run.parts + run.parts),
    ]
    for other in others { #expect(try await store.contentHash(of: other) == nil) }
    let later = RunUpdate(
      generatedAt: try HistorySample.time(99), selection: RunSelection(campuses: [sample.feed.campus]), campuses: run.campuses,
      feeds: [try sample.report(update, .unchanged, checkedAt: HistorySample.time(99))], parts: run.parts)
    #expect(try await store.contentHash(of: later) == Self.hash)
  }

  @Test func changedPartsHaveNoStoredHash() async throws {
    let lines = EntryLines(bytes: try #require(update.entries), count: 2)
    var merged = RunUpdate(
      generatedAt: run.generatedAt, selection: run.selection, campuses: run.campuses, feeds: [],
      parts: [(sample.feed.campus, LazyEntryLines(lines))])
    merged.contentHash = Self.hash
    #expect(await store.commit(RunEnd(run: merged)) == [])
    #expect(try await store.contentHash(of: merged) == nil)
  }

  @Test func invalidHashIsNotStored() async throws {
    for text in ["", "sha256:", "a1", String(Self.hash.dropLast()), Self.hash.uppercased(), String(Self.hash.dropFirst(7))] {
      var run = run
      run.contentHash = text
      #expect(await store.commit(RunEnd(run: run)) == [])
      #expect(try await store.contentHash(of: run) == nil, "\(text)")
    }
  }

  @Test func damagedHashIsReplaced() async throws {
    #expect(await store.commit(RunEnd(run: run)) == [])
    try await Tool.python(folder.path(), "base.execute('UPDATE content_hash SET hash = zeroblob(32)'); base.commit()")
    #expect(try await store.contentHash(of: run) == nil)
    #expect(try await store.check().first?.hasPrefix("the content hash of a catalog in ") == true)
    #expect(await store.commit(RunEnd(run: run)) == [])
    #expect(try await store.contentHash(of: run) == Self.hash)
    #expect(try await store.check() == [])
  }

  /// Another run has stored a newer result since this one read the state: lines are found by the name of their content.
  @Test func linesBelongToNamedResult() async throws {
    let first = try #require(update.state.lastGood)
    let next = try sample.update(try sample.lines(["1": "One!"]), at: 60)
    try await store.commit(next)
    let second = try #require(next.state.lastGood)
    #expect(try await store.lines(of: sample.feed, first).lines().bytes == update.entries)
    #expect(try await store.lines(of: sample.feed, second).lines().bytes == next.entries)
    _ = try await store.prune(before: HistorySample.time(1000))
    let error = await #expect(throws: StoreError.self) { _ = try await store.lines(of: sample.feed, first) }
    #expect(error?.reason == .storeConflict)
    try await Tool.python(folder.path(), "base.execute('PRAGMA foreign_keys = OFF'); base.execute('DELETE FROM content')")
    let damage = await #expect(throws: StoreError.self) { _ = try await store.lines(of: sample.feed, second) }
    #expect(damage?.reason == .storeCorrupt)
  }

  @Test func hashIsPrunedWithItsLastRun() async throws {
    #expect(await store.commit(RunEnd(run: run)) == [])
    let next = try sample.update(try sample.lines(["1": "One!"]), at: 60)
    try await store.commit(next)
    try await store.keep(at: 61, [(sample, next)])
    _ = try await store.prune(before: HistorySample.time(30))
    #expect(try await store.contentHash(of: run) == nil)
    let newest = try #require(try await store.run(selection: RunSelection()))
    #expect(try await store.catalog(of: newest).contentHash != nil)
  }
}
