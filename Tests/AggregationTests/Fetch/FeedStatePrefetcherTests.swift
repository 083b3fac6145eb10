import AdapterTesting
import CampusCatalog
import FeedKit
import StoreInterface
import Testing

@testable import Aggregation

/// States of many feeds are read in pages.
@Suite struct FeedStatePrefetcherTests {
  private static let counts = [0, 1, 15, 16, 17, 48, 49, 112, 113, 240, 241, 500]

  private func feeds(_ count: Int) -> [FeedID] { (0..<count).compactMap { FeedID("c\($0)/dining") } }

  @Test(arguments: counts) func everyFeedGetsItsOwnState(_ count: Int) async throws {
    let feeds = feeds(count)
    let store = MemoryStore()
    // Every third feed is unknown.
    for (index, feed) in feeds.enumerated() where index % 3 > 0 {
      try await store.commit(FeedUpdate(FeedState(feed: feed, key: "\(index)")))
    }
    let past = FeedStatePrefetcher(of: feeds, in: store)
    async let reading: Void = past.read()
    for (index, feed) in feeds.enumerated() {
      let known = try await past.known(index)
      #expect(known.state == (index % 3 > 0 ? FeedState(feed: feed, key: "\(index)") : nil))
    }
    await reading
  }

  /// Feeds that start in order may ask in a different order.
  @Test(arguments: 0..<8 as Range<UInt64>) func feedsMayBeRequestedOutOfOrder(seed: UInt64) async throws {
    let feeds = feeds(700)
    let store = MemoryStore()
    for (index, feed) in feeds.enumerated() { try await store.commit(FeedUpdate(FeedState(feed: feed, key: "\(index)"))) }
    let past = FeedStatePrefetcher(of: feeds, in: store)
    async let reading: Void = past.read()
    var generator = SeededGenerator(seed: seed)
    var waiting = Array(feeds.indices)
    while !waiting.isEmpty {
      let index = waiting.remove(at: Int.random(in: 0..<min(200, waiting.count), using: &generator))
      #expect(try await past.known(index).state?.key == "\(index)", "seed \(seed)")
    }
    await reading
  }

  @Test func manyConcurrentRequests() async throws {
    let feeds = feeds(1000)
    let store = MemoryStore()
    for (index, feed) in feeds.enumerated() { try await store.commit(FeedUpdate(FeedState(feed: feed, key: "\(index)"))) }
    let past = FeedStatePrefetcher(of: feeds, in: store)
    async let reading: Void = past.read()
    let keys = try await withThrowingTaskGroup(of: String?.self) { group in
      for index in feeds.indices { group.addTask { try await past.known(index).state?.key } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(keys) == Set(feeds.indices.map { "\($0)" }))
    await reading
  }

  /// Only one page is read ahead.
  @Test func onePageIsReadAhead() async throws {
    let feeds = feeds(700)
    let store = FailingStore()
    let past = FeedStatePrefetcher(of: feeds, in: store)
    async let reading: Void = past.read()
    let ends = [16, 48, 112, 240, 368, 496, 624, 700]
    for index in feeds.indices {
      _ = try await past.known(index)
      let page = try #require(ends.firstIndex { index < $0 })
      #expect(store.statesRead >= ends[page] && store.statesRead <= ends[min(page + 1, ends.count - 1)], "\(index)")
    }
    await reading
    #expect(store.statesRead == 700)
  }

  @Test func readFailureIsReportedForEachFeed() async throws {
    let feeds = feeds(200)
    let store = FailingStore()
    store.failStates("store.io")
    let past = FeedStatePrefetcher(of: feeds, in: store)
    async let reading: Void = past.read()
    for index in feeds.indices {
      await #expect(throws: StoreError.self) { try await past.known(index) }
    }
    await reading
  }
}
