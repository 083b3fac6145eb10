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
    to content: FeedReader.Normalized.Content, after last: FeedState.LastGood?
  ) async throws(FeedFailure) -> FeedReader.Normalized.Content {
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
    case .lines(let lines): return .lines((try? FormerIDs.pass(from: old, to: lines)) ?? lines)
    case .entries(var entries):
      FormerIDs.pass(from: old, to: &entries)
      return .entries(entries)
    }
  }
}
