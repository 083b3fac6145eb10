import CampusCatalog
import FeedKit

/// Refuses a reading of which so much had to be set aside that the feed itself must have changed.
enum DriftGuard {
  /// More than 10 % of the records, and at least 3. Records that only repeat an id do not count.
  static func check(_ draft: FeedDraft) throws(AdapterError) {
    let bad = draft.rejected - draft.duplicates
    guard bad >= 3, bad * 10 > draft.records else { return }
    throw AdapterError(
      .drift,
      "\(bad) of \(draft.records) records had to be set aside (see the notes); the feed may have a new shape, see the adapter's README")
  }
}
