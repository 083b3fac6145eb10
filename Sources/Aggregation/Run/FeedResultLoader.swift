import CampusCatalog
import FeedKit
import StoreInterface

/// Converts a decision about a feed to its result, and reads the last good result from the store if it is shown.
struct FeedResultLoader: Sendable {
  let feed: Feed
  let store: any FeedStore
  /// Whether entries are needed as values, for a merge; otherwise their lines are sufficient.
  let needsEntries: Bool
  /// The lines of the last good result, if they were prefetched.
  var prefetched: LazyEntryLines?

  /// Returns the result of a decision. If the last good result cannot be read, the outcome is `absent` with the reason of the store.
  func result(of decision: FeedDecision) async -> FeedResult {
    var result = FeedResult(decision.report, priority: feed.priority)
    result.receivedAt = decision.receivedAt
    switch decision.shown {
    case .nothing: break
    case .lastGood(let last): await fill(&result, from: last, staleNote: decision.staleNote)
    case .read(let normalized):
      result.content = normalized.part(stored: decision.content)
      result.ids = normalized.ids
      result.places = normalized.places
    }
    if case .atEnd(var update) = decision.write {
      if result.storeError?.reason == .storeCorrupt { update.state.forgetRequests() }
      result.pending = .confirmation(Shared(update))
    }
    return result
  }

  /// Reads the entries of the last good result and completes the report.
  private func fill(_ result: inout FeedResult, from last: FeedState.LastGood, staleNote: Note?) async {
    do throws(StoreError) {
      let lines = if let prefetched { prefetched } else { try await store.lines(of: feed.id, last) }
      if needsEntries {
        do { result.content = .entries(try lines.lines().entries()) } catch {
          throw StoreError(.storeCorrupt, "the entries of \(feed.id) cannot be read")
        }
      } else {
        result.content = .lines(lines)
      }
    } catch {
      result.storeError = error
      result.report.outcome = .absent
      result.report.reason = error.reason
      result.report.notes.append(Note(error.reason, error.detail))
      return
    }
    result.report.url = last.url
    result.report.fetchedAt = last.fetchedAt
    result.report.checkedAt = last.checkedAt
    result.report.etag = last.etag
    result.report.sha256 = last.bodies
    result.report.bytes = last.bytes
    result.report.entries = last.entries
    result.report.rejected = last.rejected
    result.report.notes = last.notes + result.report.notes + (staleNote.map { [$0] } ?? [])
  }
}
