import Aggregation
import CampusCatalog
import FeedKit
import SnapshotStore
import Testing

/// The stored last good result of a feed: metadata, validators, entries.
struct LastGoodResult: Equatable {
  let lastGood: FeedState.LastGood?
  let requests: [String: FeedState.RequestState]
  let lines: [UInt8]?

  init(of name: String, in path: String) async throws {
    let feed = try #require(FeedID(name))
    let store = try SnapshotStore.open(path: path, readOnly: true)
    defer { store.close() }
    let state = try await store.states(of: [feed])[feed]
    (lastGood, requests) = (state?.lastGood, state?.requests ?? [:])
    lines = lastGood == nil ? nil : try await store.entries(of: feed)
  }

  var isEmpty: Bool { lastGood == nil && requests.isEmpty }
}
