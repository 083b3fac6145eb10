import Aggregation
import CampusCatalog
import FeedKit
import SnapshotStore
import TestKit
import Testing

/// The lines of many results, read at once.
@Suite struct BulkLinesTests {
  private let folder = try? TemporaryFolder()

  /// With entries that compress well.
  private func update(_ feed: String, _ number: Int) throws -> FeedUpdate {
    var update = try SampleUpdate(feed, number).update
    let lines = Array(String(repeating: #"{"id":"\#(feed)/593","name":"1920 Commons"}"# + "\n", count: 100).utf8)
    update.entries = lines
    update.state.lastGood?.content = lines.sha256
    return update
  }

  @Test func everyResultHasItsOwnLines() async throws {
    let folder = try #require(folder)
    let store = try SnapshotStore.open(path: folder.path())
    let updates = try (1...5).map { try update("penn/dining\($0)", $0) }
    for update in updates { try await store.commit(update) }
    let missing = try update("penn/events", 9)
    let lines = try await store.lines(of: (updates + [missing]).compactMap(\.state.lastGood))
    #expect(lines.count == updates.count)
    for update in updates {
      let last = try #require(update.state.lastGood)
      #expect(try lines[last.content]?.lines().bytes == update.entries)
      #expect(lines[last.content]?.count == last.entries)
    }
    #expect(try await store.lines(of: []).isEmpty)
  }

  /// Lines that are read from the store when they are needed, compressed or not.
  @Test(arguments: [true, false]) func linesAreReadWhenNeeded(_ isLarge: Bool) async throws {
    let folder = try #require(folder)
    let store = try SnapshotStore.open(path: folder.path())
    let update = try isLarge ? update("penn/dining", 1) : SampleUpdate("penn/dining", 1).update
    let (last, bytes) = (try #require(update.state.lastGood), try #require(update.entries))
    let lines = LazyEntryLines(EntryLines(bytes: bytes, count: last.entries), content: last.content)
    #expect(store.unloaded(LazyEntryLines(EntryLines(bytes: bytes, count: last.entries))) == nil, "the store does not know its name")
    let unloaded = try #require(store.unloaded(lines))
    #expect(unloaded.linesInMemory == nil && unloaded.content == last.content && unloaded.count == last.entries)
    #expect(throws: StoreError.self) { try unloaded.lines() }
    try await store.commit(update)
    #expect(try unloaded.lines().bytes == bytes)
    store.close()
    #expect(throws: StoreError.self) { try unloaded.lines() }
  }
}
