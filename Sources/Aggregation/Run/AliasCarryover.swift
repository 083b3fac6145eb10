import CampusCatalog
import FeedKit
import StoreInterface

/// Carries former ids over from the last good result as aliases, for feeds with derived ids (`AdapterManifest.derivesIDs`).
struct AliasCarryover: Sendable {
  let reading: Plan.Reading
  let store: any FeedStore

  /// - Parameter last: the last good result; a damaged one is ignored.
  /// - Returns: the entries with their aliases.
  /// - Throws: an error if the store cannot be read.
  func apply(
    to content: FeedResult.Content, after last: FeedState.LastGood?
  ) async throws(FeedFailure) -> FeedResult.Content {
    guard reading.adapter.manifest.derivesIDs, let last, last.entries > 0 else { return content }
    let bytes: [UInt8]
    do throws(StoreError) {
      bytes = try await store.entries(of: reading.feed.id)
    } catch {
      if error.reason == .storeCorrupt { return content }
      throw FeedFailure(error)
    }
    guard let old = try? EntryLines(bytes: bytes, count: last.entries).entries() else { return content }
    switch content {
    case .none, .stored: return content
    case .lines(let lines, let id):
      return .lines((try? FormerIDs.pass(from: old, to: lines)) ?? lines, id: id)
    case .entries(var entries):
      FormerIDs.pass(from: old, to: &entries)
      return .entries(entries)
    }
  }
}
