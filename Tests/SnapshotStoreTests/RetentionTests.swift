import Aggregation
import CampusCatalog
import FeedKit
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// Which contents are kept.
@Suite struct RetentionTests {
  @Test func bodiesOfAcceptedResultsAreKept() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let samples = try (1...3).map { try SampleUpdate("penn/dining", $0) }
    for sample in samples { try await store.commit(sample.update) }
    for sample in samples { #expect(try await store.body(sample.body.sha256) == sample.body) }
    #expect(try await store.check() == [])
  }

  @Test func aStreamKeepsItsLastBody() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let samples = try (1...3).map { try SampleUpdate("everywhere/quotes", $0, isStream: true) }
    for sample in samples { try await store.commit(sample.update) }
    #expect(try await store.body(samples[0].body.sha256) == nil)
    #expect(try await store.body(samples[1].body.sha256) == nil)
    #expect(try await store.body(samples[2].body.sha256) == samples[2].body)
    #expect(try await store.entries(of: samples[2].feed) == samples[2].entries)
  }

  @Test func bodyWithoutNewResultIsReplacedByNextOne() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let first = try SampleUpdate("penn/dining", 1)
    try await store.commit(first.update)
    var bodies: [[UInt8]] = []
    for number in 2...3 {
      // Different bytes, same meaning.
      let body = try SampleUpdate("penn/dining", number).body
      var state = first.state
      state.requests["all"]?.body = body.sha256
      state.lastGood?.checkedAt = try #require(.init(secondsSinceEpoch: Int64(number)))
      try await store.commit(FeedUpdate(state, bodies: [(body.sha256, body)]))
      #expect(try await store.states(of: [first.feed])[first.feed] == state)
      bodies.append(body)
    }
    #expect(try await store.body(first.body.sha256) == first.body)
    #expect(try await store.body(bodies[0].sha256) == nil)
    #expect(try await store.body(bodies[1].sha256) == bodies[1])
    #expect(try await store.entries(of: first.feed) == first.entries)
  }

  @Test func sharedBodyIsKeptForOtherFeed() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let body = try SampleUpdate("a/b", 9).body
    for feed in ["a/one", "a/two"] {
      var update = try SampleUpdate(feed, 1, isStream: true).update
      update.state.requests["all"]?.body = body.sha256
      update.bodies = [(body.sha256, body)]
      try await store.commit(update)
    }
    try await store.commit(try SampleUpdate("a/one", 2, isStream: true).update)
    #expect(try await store.body(body.sha256) == body)
    try await store.commit(try SampleUpdate("a/two", 2, isStream: true).update)
    #expect(try await store.body(body.sha256) == nil)
  }
}
