import Aggregation
import CampusCatalog
import FeedKit
import TestKit
import Testing

@testable import SnapshotStore

/// A commit is stored completely or not at all, and a failing one does not affect others.
@Suite struct AtomicityTests {
  @Test func fullDiskChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let (old, new) = (try SampleUpdate("penn/dining", 1), try SampleUpdate("penn/dining", 2, size: 400_000))
    let first = try SnapshotStore.open(path: folder.path())
    try await first.commit(old.update)
    first.close()
    let store = try SnapshotStore.open(path: folder.path(), lockTimeout: 5, settings: "PRAGMA max_page_count = 60;")
    await #expect(performing: { try await store.commit(new.update) }, throws: { ($0 as? StoreError)?.reason == .storeFull })
    #expect(try await store.states(of: [old.feed]) == [old.feed: old.state])
    #expect(try await store.entries(of: old.feed) == old.entries)
    #expect(try await store.body(old.body.sha256) == old.body)
    #expect(try await store.body(new.body.sha256) == nil)
    #expect(try await store.check() == [])
    let small = try SampleUpdate("penn/dining", 3)
    try await store.commit(small.update)
    store.close()
    let later = try SnapshotStore.open(path: folder.path())
    try await later.commit(new.update)
    #expect(try await later.entries(of: new.feed) == new.entries)
  }

  @Test func failedUpdateDoesNotAffectOthers() async throws {
    let folder = try TemporaryFolder()
    let old = try SampleUpdate("bad/feed", 1)
    let first = try SnapshotStore.open(path: folder.path())
    try await first.commit(old.update)
    first.close()
    // The request is written after the contents, the result and the feed.
    let trigger = """
      CREATE TEMP TRIGGER refusal BEFORE INSERT ON main.request WHEN new.feed = 'bad/feed'
      BEGIN SELECT RAISE(ABORT, 'refused'); END;
      """
    let store = try SnapshotStore.open(path: folder.path(), lockTimeout: 5, settings: trigger)
    let updates = try (0..<40).map { try SampleUpdate($0 == 20 ? "bad/feed" : "good/feed-\($0)", 100 + $0) }
    let failed = await withTaskGroup { group in
      for sample in updates {
        group.addTask { () -> FeedID? in
          do {
            try await store.commit(sample.update)
            return nil
          } catch {
            return sample.feed
          }
        }
      }
      return await group.reduce(into: Set<FeedID>()) { if let feed = $1 { $0.insert(feed) } }
    }
    #expect(failed == [old.feed])
    let states = try await store.states(of: updates.map(\.feed))
    for sample in updates { #expect(states[sample.feed] == (sample.feed == old.feed ? old.state : sample.state)) }
    #expect(try await store.body(updates[20].body.sha256) == nil)
    #expect(try await store.check() == [])
  }

  @Test func contentsMustMatchState() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let sample = try SampleUpdate("penn/dining", 1)
    var wrongEntries = sample.update
    wrongEntries.entries = [1, 2, 3]
    var wrongBody = sample.update
    wrongBody.bodies[0].bytes.append(0)
    var noBody = sample.update
    noBody.bodies = []
    var noEntries = sample.update
    noEntries.entries = nil
    var noDigest = sample.update
    noDigest.state.requests["all"]?.body = "x"
    for update in [wrongEntries, wrongBody, noBody, noEntries, noDigest] {
      await #expect(
        performing: { try await store.commit(update) },
        throws: {
          ["store.conflict", "store.corrupt"].contains(($0 as? StoreError)?.reason.description)
        })
    }
    #expect(try await store.states(of: [sample.feed]).isEmpty)
    try await store.commit(sample.update)
    #expect(try await store.states(of: [sample.feed]) == [sample.feed: sample.state])
  }
}
