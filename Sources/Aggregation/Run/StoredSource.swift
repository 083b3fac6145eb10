import CampusCatalog
import FeedKit
import OpeningHours

/// A source that reads the last good results from a store. It sends no requests and writes nothing.
struct StoredSource: FeedSource {
  let store: any FeedStore
  /// The current time, from which the age of results is computed.
  let now: Instant
  /// The kinds of entries to read; nil for all.
  let kinds: Set<Entry.Kind>?

  var deadline: RunDeadline { .never }
  var storesRuns: Bool { false }

  var states: (any FeedStore)? { store }

  func read(_ reading: Plan.Reading, known: Result<StoredFeed, StoreError>) async -> FeedResult? {
    do throws(StoreError) {
      let known = try known.get()
      let acceptance = Acceptance(reading: reading, options: PollOptions(), now: now)
      let decision = acceptance.serve(FeedState.current(known.state, reading).state, .offline, nil)
      return await decision.result(of: reading.feed, from: store, prefetched: known.lines, isDecoded: true, kinds: kinds)
    } catch {
      return FeedResult(of: reading.feed, error)
    }
  }

  var needsResults: Bool { false }

  func commit(_ results: FeedResults?, _ run: RunUpdate?, at moment: Instant) async -> [StoreError] { [] }
}
