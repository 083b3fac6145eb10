import Aggregation
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// A confirmation may come late: another run may have accepted a newer result by then.
@Suite struct ConfirmationTests {
  private static func stores(_ folder: TemporaryFolder) throws -> [any FeedStore] {
    [try SnapshotStore.open(path: folder.path()), MemoryStore()]
  }

  private func confirmation(of sample: SampleUpdate, at seconds: Int64) throws -> FeedUpdate {
    var state = sample.state
    state.lastGood?.checkedAt = try #require(Instant(secondsSinceEpoch: seconds))
    state.lastPolledAt = state.lastGood?.checkedAt
    state.requests["all"]?.validators = Validators(etag: "\"\(seconds)\"")
    return FeedUpdate(state, confirming: sample.state)
  }

  @Test func confirmationUpdatesState() async throws {
    let folder = try TemporaryFolder()
    for store in try Self.stores(folder) {
      let sample = try SampleUpdate("penn/dining", 1)
      try await store.commit(sample.update)
      let confirmation = try confirmation(of: sample, at: 100)
      try await store.commit(confirmation)
      #expect(try await store.states(of: [sample.feed]) == [sample.feed: confirmation.state])
      #expect(try await store.entries(of: sample.feed) == sample.entries)
    }
  }

  @Test func confirmationDoesNotReplaceNewerResult() async throws {
    let folder = try TemporaryFolder()
    for store in try Self.stores(folder) {
      let first = try SampleUpdate("penn/dining", 1)
      let second = try SampleUpdate("penn/dining", 2)
      try await store.commit(first.update)
      try await store.commit(second.update)
      try await store.commit(try confirmation(of: first, at: 100))
      #expect(try await store.states(of: [first.feed]) == [first.feed: second.state])
      #expect(try await store.entries(of: first.feed) == second.entries)
    }
  }

  @Test func confirmationDoesNotShortenWait() async throws {
    let folder = try TemporaryFolder()
    for store in try Self.stores(folder) {
      let sample = try SampleUpdate("penn/dining", 1)
      try await store.commit(sample.update)
      var told = sample.state
      told.lastPolledAt = Instant(secondsSinceEpoch: 50)
      told.notBefore = Instant(secondsSinceEpoch: 3600)
      try await store.commit(FeedUpdate(told))
      try await store.commit(try confirmation(of: sample, at: 100))
      #expect(try await store.states(of: [sample.feed]) == [sample.feed: told])
      // A run that knows the newer result may confirm it, whatever the clocks say.
      var current = told
      current.lastPolledAt = Instant(secondsSinceEpoch: 40)
      current.notBefore = nil
      try await store.commit(FeedUpdate(current, confirming: told))
      #expect(try await store.states(of: [sample.feed]) == [sample.feed: current])
    }
  }
}
