import CampusCatalog
import FeedKit
import StoreInterface

/// The result of a poll, on which the decision depends together with the feed's state.
enum PollFinding: Sendable {
  /// The feed was not polled.
  case skipped(reason: ReasonCode, detail: String?)
  /// There is no new result.
  case failed(FeedFailure, FeedReplies, ReplySummary?)
  /// All replies have the bytes of the last accepted ones.
  case unchanged(FeedReplies)
  /// A required reply is empty.
  ///
  /// - held: the record of the suspicious result, to store.
  case empty(FeedReplies, fileName: String, held: FeedState.Held, ReplySummary)
  /// New entries.
  ///
  /// - lastIDs: the ids of the last good result, if they are needed for comparison.
  case read(FeedReplies, FeedReader.Normalized, lastIDs: [EntryID])
  /// The entries of a frozen mirror.
  case frozen(FeedReplies, FeedReader.Normalized, because: FeedFailure)
}
