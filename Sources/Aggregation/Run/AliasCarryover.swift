import CampusCatalog
import FeedKit
import StoreInterface

/// Carries former ids over from the last good result, for feeds whose ids are made of what may change.
struct AliasCarryover: Sendable {
  let reading: Plan.Reading
  let store: any FeedStore

  /// - Parameter last: the last good result; one that is damaged leaves nothing.
  /// - Returns: the entries with the aliases that follow from those of the last result.
  /// - Throws: when the store cannot be read.
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
