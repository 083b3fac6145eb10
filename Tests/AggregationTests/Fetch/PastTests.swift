import CampusCatalog
import FeedCore
import Testing

@testable import Aggregation

/// What is known of many feeds is read in parts.
@Suite struct PastTests {
  private static let counts = [0, 1, 127, 128, 129, 300]

  private func feeds(_ count: Int) -> [FeedID] { (0..<count).compactMap { FeedID("c\($0)/dining") } }

  @Test(arguments: counts) func everyFeedGetsItsOwnState(_ count: Int) async throws {
    let feeds = feeds(count)
    let store = MemoryStore()
    // Every third is not known.
    for (index, feed) in feeds.enumerated() where index % 3 > 0 {
      try await store.commit(FeedUpdate(FeedState(feed: feed, key: "\(index)")))
    }
    var past = Past(of: feeds, in: store)
    for (index, feed) in feeds.enumerated() {
      let known = try await past.next(feed)
      #expect(known.state == (index % 3 > 0 ? FeedState(feed: feed, key: "\(index)") : nil))
    }
  }

  @Test func whatCanNotBeReadIsToldForEachFeed() async throws {
    let feeds = feeds(200)
    let store = FailingStore()
    store.failStates("store.io")
    var past = Past(of: feeds, in: store)
    for feed in feeds {
      await #expect(throws: StoreError.self) { try await past.next(feed) }
    }
  }
}
