import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// The decision about a poll: the feed's report, the entries to show, and the update to store.
struct FeedDecision: Sendable {
  /// The entries that the run shows.
  enum Shown: Sendable {
    case nothing
    /// The last good result, which also completes the report.
    case lastGood(FeedState.LastGood)
    /// The new entries, and the SHA-256 of their lines if these are stored.
    case read(FeedReader.Normalized, content: String?)
  }

  /// When the update is stored.
  enum Write: Sendable {
    case nothing
    /// Immediately. If another run has written the state meanwhile, the decision must be made again.
    case now(FeedUpdate)
    /// At the end of the run, together with those of other feeds. If it is lost, the next run polls the feed again.
    case atEnd(FeedUpdate)
  }

  var report: FeedReport
  var shown = Shown.nothing
  var write = Write.nothing
  /// A note to add after those of the last good result.
  var staleNote: Note?
  var events: [FetchEvent] = []
  /// The earliest time for the next attempt.
  var nextDue: Instant?
  /// When the newest reply was received whose content was examined.
  var receivedAt: Instant?
  /// The accepted replies, for a recording.
  var usedReplies: FeedReplies?
  /// Whether new replies were accepted; they are only shown once they are stored.
  var isAccepted = false

  init(_ report: FeedReport) { self.report = report }
}
