/// The decision about a poll: the feed's report, the entries to show, and the update to store.
struct FeedDecision: Sendable {
  /// The entries that the run shows.
  enum Shown: Sendable {
    case nothing
    /// The last good result, which also completes the report.
    case lastGood(FeedState.LastGood)
    case read(FeedReader.Normalized)
  }

  var report: FeedReport
  var shown = Shown.nothing
  /// The update to store; nil if nothing is stored.
  ///
  /// The confirmation of a result is stored at the end of the run, together with those of other feeds; if it is lost, the next run polls the
  /// feed again. Any other update is stored immediately. If another run has written the state meanwhile, the decision must be made again.
  var update: FeedUpdate?
  /// A note to add after those of the last good result.
  var staleNote: Note?
  var events: [FetchEvent] = []
  /// When the newest reply was received whose content was examined.
  var receivedAt: Instant?
  /// The accepted replies, for a recording.
  var usedReplies: FeedReplies?
  /// Whether new replies were accepted; they are only shown once they are stored.
  var isAccepted = false
  /// Whether there is no new result because of a failure.
  var isFailure = false

  init(_ report: FeedReport) { self.report = report }

  /// The earliest time for the next attempt; nil if it is not stored.
  var nextDue: Instant? { update.flatMap { [$0.state.nextDue, $0.state.notBefore].compactMap { $0 }.max() } }
}
