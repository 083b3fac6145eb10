import CampusCatalog
import FeedKit

/// Refuses a result with so many records set aside that the feed's format must have changed.
enum DriftGuard {
  /// Throws `schema.drift` if more than 10 % of the records, and at least 3, were set aside. Duplicates do not count.
  ///
  /// Thus 2 of 3 bad records are tolerated, and so are 3 of 30, but not 3 of 29.
  static func check(_ draft: FeedDraft) throws(AdapterError) {
    let bad = draft.rejected - draft.duplicates
    guard bad >= 3, bad * 10 > draft.records else { return }
    throw AdapterError(
      .drift,
      "\(bad) of \(draft.records) records had to be set aside (see the notes); the feed may have a new shape, see the adapter's README")
  }
}
