import CampusCatalog
import FeedCore

/// What the entries of a new result take over from the last good one: former ids, where the feed's ids are made of what may change.
struct Inheritance: Sendable {
  let reading: Plan.Reading
  let store: any FeedStore

  /// - Parameter last: nil where there is none; one that is damaged leaves nothing.
  /// - Throws: when the store can not tell what it has.
  func pass(from last: FeedState.LastGood?, to result: inout FeedRun.Result) async throws(StoreError) {
    guard reading.adapter.manifest.derivesIDs, let last, last.entries > 0 else { return }
    let bytes: [UInt8]
    do throws(StoreError) {
      bytes = try await store.entries(of: reading.feed.id)
    } catch {
      if error.reason == "store.corrupt" { return }
      throw error
    }
    guard let old = try? EntryLines(bytes: bytes, count: last.entries).entries() else { return }
    if let lines = result.lines {
      result.lines = (try? FormerIDs.pass(from: old, to: lines)) ?? lines
    } else {
      FormerIDs.pass(from: old, to: &result.entries)
    }
  }

  /// The same for a recorded result that is to be kept.
  func passToReplayed(_ result: inout FeedRun.Result) async {
    guard reading.adapter.manifest.derivesIDs, result.report.outcome == .replayed else { return }
    do throws(StoreError) {
      let states = try await store.states(of: [reading.feed.id])
      try await pass(from: states[reading.feed.id]?.lastGood, to: &result)
    } catch {
      result.storeError = error
    }
  }
}
