import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// What becomes of a feed after a poll: its report, the update to store with its new state, and what to show.
struct FeedDecision: Sendable {
  /// What the run shows of the feed.
  enum Shown: Sendable {
    case nothing
    /// The last good result, which also completes the report.
    case lastGood(FeedState.LastGood)
    /// The new entries.
    case read(FeedReader.Normalized)
  }

  enum Write: Sendable {
    case nothing
    /// At once. Another run may have written the state meanwhile; the decision must then be made again.
    case now(FeedUpdate)
    /// With those of other feeds, at the end of the run: whoever loses it asks again.
    case atEnd(FeedUpdate)
  }

  var report: FeedReport
  var shown = Shown.nothing
  var write = Write.nothing
  /// Added after the notes of the last good result.
  var staleNote: Note?
  /// SHA-256 of the new entries' lines.
  var content: String?
  var events: [FetchEvent] = []
  /// The next attempt is not made before this instant.
  var nextDue: Instant?
  /// The latest instant at which a reply was received whose content was looked at.
  var receivedAt: Instant?
  /// The replies were accepted, and belong into a recording.
  var usedReplies: FeedReplies?
  /// New replies were accepted; they are not shown unless they are stored.
  var isAccepted = false

  init(_ report: FeedReport) { self.report = report }
}
