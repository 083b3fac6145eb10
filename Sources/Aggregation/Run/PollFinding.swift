import CampusCatalog
import FeedKit
import StoreInterface

/// What a poll found out about a feed: all that the decision about it depends on, beside what is known already.
enum PollFinding: Sendable {
  /// The feed was not asked.
  case skipped(reason: ReasonCode, detail: String?)
  /// There is no new result.
  case failed(FeedFailure, FeedReplies, ReplySummary?)
  /// All replies have the bytes of the last accepted ones.
  case unchanged(FeedReplies)
  /// A reply that the feed needs has nothing in it.
  ///
  /// - held: the sighting to store.
  case empty(FeedReplies, fileName: String, held: FeedState.Held, ReplySummary)
  /// New entries.
  ///
  /// - lastIDs: those of the last good result, when they are needed to compare.
  case read(FeedReplies, FeedReader.Normalized, lastIDs: [EntryID])
  /// The entries of a mirror whose content never changes.
  case frozen(FeedReplies, FeedReader.Normalized, because: FeedFailure)
}
