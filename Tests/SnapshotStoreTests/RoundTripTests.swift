import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore
import TestKit
import Testing

/// Committed values are read back by the same store, and by one that opens the file later.
@Suite struct RoundTripTests {
  /// A wait that another run stored in the meantime is kept: with a wait, without one, and unchanged.
  @Test(arguments: [(300, 60, 300), (300, nil, 300), (60, 300, 300), (nil, 60, 60), (nil, nil, nil)] as [(Int64?, Int64?, Int64?)])
  func hostStatesOfOtherRunsAreKept(_ theirs: Int64?, _ ours: Int64?, _ kept: Int64?) async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    func state(_ seconds: Int64?, failures: Int) -> HostState {
      var state = HostState(origin: "https://example.org:443")
      state.notBefore = seconds.flatMap { Instant(secondsSinceEpoch: $0) }
      state.failures = failures
      return state
    }
    let known = state(30, failures: 1)
    try await store.commit([HostUpdate(known)])
    let other = state(theirs, failures: 2)
    try await store.commit([HostUpdate(other, after: known)])
    let own = state(ours, failures: 3)
    try await store.commit([HostUpdate(own, after: known)])
    #expect(try await store.hosts() == [kept == theirs && theirs != nil ? other : own])
    // A run that knows about it may remove it.
    try await store.commit([HostUpdate(state(nil, failures: 0), after: try await store.hosts().first)])
    #expect(try await store.hosts() == [state(nil, failures: 0)])
  }

  /// A feed with an address for each day: its pages are those of other days tomorrow. The state of the past day is removed with the next
  /// result, and its body as soon as no result needs it.
  @Test func pastDaysAreRemoved() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    let feed = try #require(FeedID("lake/menus"))
    let days = (0..<4).map { Array("the menu of day \($0)".utf8) }
    func update(from first: Int) async throws -> FeedUpdate {
      var state = try await store.states(of: [feed])[feed] ?? SampleUpdate("lake/menus", 1).state
      let known = state.requests.values
      state.requests = [:]
      for (index, day) in days[first..<first + 3].enumerated() {
        let url = "https://menus.example/\(first + index)"
        let new = FeedState.RequestState(
          key: url, validators: Validators(etag: "\"\(first + index)\""), body: day.sha256, url: url, receivedAt: .epoch)
        state.requests[index == 0 ? "menus" : "menus.\(index + 1)"] = known.first { $0.key == url } ?? new
      }
      let entries = Array("entries from \(first)\n".utf8)
      state.lastGood?.content = entries.sha256
      state.lastGood?.acceptedAt = try #require(Instant(secondsSinceEpoch: Int64(first)))
      return FeedUpdate(state, entries: entries, bodies: days[first..<first + 3].map { ($0.sha256, $0) })
    }
    try await store.commit(update(from: 0))
    let tomorrow = try await update(from: 1)
    try await store.commit(tomorrow)
    let stored = try #require(try await store.states(of: [feed])[feed]).requests
    #expect(stored == tomorrow.state.requests && stored.count == 3)
    #expect(!stored.values.contains { $0.url.hasSuffix("/0") })
    for day in days[1...] { #expect(try await store.body(day.sha256) == day) }
    // The result of the first day still refers to it.
    #expect(try await store.body(days[0].sha256) == days[0])
  }

  @Test func keepsEveryField() async throws {
    let folder = try TemporaryFolder()
    var expected: [FeedID: FeedUpdate] = [:]
    var hosts: [HostState] = []
    do {
      let store = try SnapshotStore.open(path: folder.path("a/b/store.sqlite"))
      for seed in Budget.seeds(40) {
        var random = RandomUpdate(seed: seed)
        // Feeds return with other states.
        let feed = try #require(FeedID("campus/feed-\(random.number(80))"))
        let update = random.update(of: feed)
        try await store.commit(update)
        expected[feed] = update
        hosts.append(random.host("https://\(seed).example.org:443"))
        try #require(try await store.states(of: [feed])[feed] == update.state, "seed \(seed)")
      }
      try await store.commit(hosts.map { HostUpdate($0) })
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
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    #expect(try await store.states(of: [try #require(FeedID("penn/dining"))]).isEmpty)
    #expect(try await store.hosts().isEmpty)
    #expect(try await store.body(String(repeating: "0", count: 64)) == nil)
    #expect(try await store.body("no digest") == nil)
  }
}
