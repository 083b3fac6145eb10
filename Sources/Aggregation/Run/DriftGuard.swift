import CampusCatalog
import FeedKit

/// Refuses a result with so many records set aside that the feed's format must have changed.
enum DriftGuard {
  /// Throws if more than 10 % of the records, and at least 3, were set aside. Duplicates do not count.
  static func check(_ draft: FeedDraft) throws(AdapterError) {
    let bad = draft.rejected - draft.duplicates
    guard bad >= 3, bad * 10 > draft.records else { return }
    throw AdapterError(
      .drift,
      "\(bad) of \(draft.records) records had to be set aside (see the notes); the feed may have a new shape, see the adapter's README")
  }
}
