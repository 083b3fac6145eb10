import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// A state is written only if no other process has written it since it was read.
@Suite struct RevisionTests {
  /// Two uses of one store: in a file, by two handles, as two processes would; and in memory.
  private static func pairs(_ folder: TemporaryFolder) throws -> [[any FeedStore]] {
    let memory = MemoryStore()
    return [[try SnapshotStore.open(path: folder.path()), try SnapshotStore.open(path: folder.path())], [memory, memory]]
  }

  private func isConflict(_ error: any Error) -> Bool { (error as? StoreError)?.reason == .storeConflict }

  /// A new result, a failure and a wait all change the state.
  @Test(arguments: ["result", "failure", "wait", "validators", "body"])
  func stateWrittenByOthersIsNotOverwritten(_ what: String) async throws {
    let folder = try TemporaryFolder()
    for stores in try Self.pairs(folder) {
      let first = try SampleUpdate("penn/dining", 1)
      let second = try SampleUpdate("penn/dining", 2)
      try await stores[0].commit(first.update)
      var theirs = try #require(await stores[0].states(of: [first.feed])[first.feed])
      let ours = try #require(await stores[1].states(of: [first.feed])[first.feed])
      theirs.lastPolledAt = Instant(secondsSinceEpoch: 70)
      var update = FeedUpdate(theirs)
      switch what {
      case "result":
        update = second.update
        update.state.revision = theirs.revision
      case "failure": update.state.failures += 1
      case "wait": update.state.notBefore = Instant(secondsSinceEpoch: 3600)
      case "validators": update.state.requests["all"]?.validators = Validators(etag: "\"other\"")
      default: break
      }
      try await stores[0].commit(update)
      let kept = try await stores[0].states(of: [first.feed])
      let lines = try await stores[0].entries(of: first.feed)
      // A result, a failure, a confirmation.
      var result = try SampleUpdate("penn/dining", 3).update
      result.state.revision = ours.revision
      await #expect(performing: { try await stores[1].commit(result) }, throws: isConflict)
      var failed = ours
      failed.failures += 1
      await #expect(performing: { try await stores[1].commit(FeedUpdate(failed)) }, throws: isConflict)
      var confirmed = ours
      confirmed.lastGood?.checkedAt = try #require(Instant(secondsSinceEpoch: 80))
      try await stores[1].commit(FeedUpdate(confirmed, confirming: ours))
      for store in stores {
        #expect(try await store.states(of: [first.feed]) == kept)
        #expect(try await store.entries(of: first.feed) == lines)
      }
      // A process that has read it again may write.
      var again = try #require(await stores[1].states(of: [first.feed])[first.feed])
      again.failures = 9
      try await stores[1].commit(FeedUpdate(again))
      #expect(try await stores[0].states(of: [first.feed])[first.feed]?.failures == 9)
    }
  }

  @Test func firstStateIsWrittenOnce() async throws {
    let folder = try TemporaryFolder()
    for stores in try Self.pairs(folder) {
      var (first, second) = (try SampleUpdate("penn/dining", 1).update, try SampleUpdate("penn/dining", 2).update)
      first.state.revision = .none
      second.state.revision = .none
      try await stores[0].commit(first)
      let late = second
      await #expect(performing: { try await stores[1].commit(late) }, throws: isConflict)
      #expect(try await stores[1].states(of: [first.state.feed]) == [first.state.feed: first.state])
    }
  }

  /// A late update does not affect the others, though they share a transaction.
  @Test func conflictDoesNotAffectOtherUpdates() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let samples = try (1...60).map { try SampleUpdate("campus/feed-\($0)", $0) }
    for sample in samples.prefix(20) { try await store.commit(sample.update) }
    let conflicts = try await withThrowingTaskGroup(of: Bool.self) { group in
      for sample in samples {
        group.addTask {
          var update = sample.update
          update.state.revision = .none
          do { try await store.commit(update) } catch { return (error as? StoreError)?.reason == .storeConflict }
          return false
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(conflicts == 20)
    #expect(try await store.states(of: samples.map(\.feed)).count == 60)
  }

  /// Distrust stored by earlier versions has no time, and counts as expired.
  @Test func distrustOfEarlierVersionIsReset() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    var sample = try SampleUpdate("penn/dining", 1).update
    sample.state.distrustedAt = Instant(secondsSinceEpoch: 1)
    try await store.commit(sample)
    #expect(try await store.states(of: [sample.state.feed])[sample.state.feed]?.distrustedAt == Instant(secondsSinceEpoch: 1))
  }
}
