import CampusCatalog
import FeedCore
import SnapshotStore
import Testing

/// What was committed comes back, from the same store and from one that opens the file later.
@Suite struct RoundTripTests {
  @Test func keepsEveryField() async throws {
    let folder = try Folder()
    var expected: [FeedID: FeedUpdate] = [:]
    var hosts: [HostState] = []
    do {
      let store = try SnapshotStore.open(path: folder.path("a/b/store.sqlite"))
      for seed in UInt64(0)..<200 {
        var random = RandomUpdate(seed: seed)
        // Feeds come again, with other states.
        let feed = try #require(FeedID("campus/feed-\(random.number(80))"))
        let update = random.update(of: feed)
        try await store.commit(update)
        expected[feed] = update
        hosts.append(random.host("https://\(seed).example.org:443"))
        try #require(try await store.states(of: [feed])[feed] == update.state, "seed \(seed)")
      }
      try await store.commit(hosts)
      store.close()
    }
    let store = try SnapshotStore.open(path: folder.path("a/b/store.sqlite"))
    let states = try await store.states(of: Array(expected.keys))
    #expect(states == expected.mapValues(\.state))
    #expect(try await store.hosts() == hosts.sorted { $0.origin < $1.origin })
    for (feed, update) in expected {
      if let entries = update.entries {
        #expect(try await store.entries(of: feed) == entries)
      } else {
        await #expect(throws: StoreError.self) { try await store.entries(of: feed) }
      }
      for body in update.bodies { #expect(try await store.body(body.sha256) == body.bytes) }
    }
    #expect(try await store.check() == [])
  }

  @Test func knowsNothingAtFirst() async throws {
    let folder = try Folder()
    let store = try SnapshotStore.open(path: folder.path())
    #expect(try await store.states(of: [try #require(FeedID("penn/dining"))]).isEmpty)
    #expect(try await store.hosts().isEmpty)
    #expect(try await store.body(String(repeating: "0", count: 64)) == nil)
    #expect(try await store.body("no digest") == nil)
  }
}
