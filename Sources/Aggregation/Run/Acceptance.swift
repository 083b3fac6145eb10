import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// Decides the outcome of a poll: accept the new result, confirm the last one, hold the new one back, or serve the last good one with a
/// reason. The decision depends only on the result of the poll and the states, so it can be made again when the state has changed.
struct Acceptance: Sendable {
  let reading: Plan.Reading
  let options: PollOptions
  /// The instant at which the poll began.
  let now: Instant

  /// The age from which a last good result is stale even if the feed was not due.
  static let longestTrust = 14 * 86_400

  var feed: Feed { reading.feed }
  var isAlwaysAccepted: Bool { options.accepted.contains(feed.id) }

  /// Accepts new entries, or holds them back if they are suspicious. A batch of a stream is suspicious only if it is empty.
  ///
  /// If their lines equal the last good result's, the outcome is `unchanged`. New validators are stored in either case.
  ///
  /// - Parameter lastIDs: the ids of the last good result, if they are needed for comparison.
  func judge(_ replies: FeedReplies, _ normalized: FeedReader.Normalized, _ lastIDs: [EntryID], _ known: FeedState) -> FeedDecision {
    let (summary, isStream) = (normalized.summary, reading.adapter.manifest.isStream)
    var decision = FeedDecision(report: report(.fresh, replies))
    var update = settle(replies, known, &decision)
    let unread = normalized.unread.map { event($0.failure.reason, $0.failure.detail, $0.failure.fields, replies, summary) }
    for reply in normalized.unread { update.forget(reply, known, of: feed) }
    decision.events += unread
    let found = normalized.records?.new ?? normalized.ids
    let count = normalized.records?.old.count ?? known.lastGood?.entries
    if !isStream || found.isEmpty, !isAlwaysAccepted,
      let (reason, detail) = ResultGuard.suspicion(found, insteadOf: count, ids: { normalized.records?.old ?? lastIDs }),
      let held = heldBack(reason, entries: found.count, known)
    {
      let onlyMenus = reason == .guardEmpty && !normalized.ids.isEmpty
      return hold(
        reason, onlyMenus ? "the feed has no entries but menus" : detail, held, replies, summary, entries: found.count, known, after: unread
      )
    }
    for (id, held) in normalized.held.sorted(by: { $0.key < $1.key }) {
      decision.events.append(event(held.reason, held.text(id), [LogField("new", held.entries)], replies, summary))
    }
    var normalized = normalized
    let lines = normalized.lines
    let content = SHA256.hash(lines.bytes).hexadecimal
    normalized.content = content
    let isSame = known.lastGood?.content == content
    if isSame { decision.report.outcome = .unchanged }
    normalized.fill(&decision.report)
    decision.report.checkedAt = now
    // Notes on the content are stored with the result; notes on the exchange belong to this run only.
    let notes = Scrubber(feed).clean(normalized.notes)
    decision.report.notes = notes + decision.report.notes + replies.notes + normalized.unread.map(\.note)
    update.state.held = nil
    update.state.lastGood = FeedState.LastGood(decision.report, lines, content, notes, after: known.lastGood, at: now)
    update.state.lastGood?.upstream = normalized.upstream
    update.state.heldFeeds = normalized.held
    decision.heldFeeds = normalized.held
    decision.moment = now
    if !isSame || replies.mustReread { update.entries = lines.bytes }
    update.isStream = isStream
    update.zone = reading.feed.campus.timeZone
    decision.read = normalized
    decision.receivedAt = newest(summary, replies)
    decision.update = update
    decision.usedReplies = replies.replacing(normalized.unread, known, of: feed)
    decision.isAccepted = true
    return decision
  }

  /// Confirms the last good result, because all replies have the bytes of the last accepted ones.
  func confirm(_ replies: FeedReplies, _ known: FeedState) -> FeedDecision {
    var decision = FeedDecision(report: report(.unchanged, replies))
    var update = settle(replies, known, &decision)
    update.confirmed = known
    // The same bytes are stored already.
    update.bodies = []
    update.state.held = nil
    update.state.lastGood?.checkedAt = now
    if update.state.requests.count == 1, let etag = update.state.requests.values.first?.validators.etag {
      update.state.lastGood?.etag = etag
    }
    if let first = replies.answers.first, first.request.isDated, let state = update.state.requests[first.label] {
      // The same bytes of another date.
      update.state.lastGood?.url = PublicAddress.withoutSecrets(state.url)
    }
    decision.report.notes += replies.notes
    decision.update = update
    decision.usedReplies = replies
    decision.lastGood = update.state.lastGood
    decision.moment = now
    return decision
  }

  /// Returns the updated record of a suspicious result; nil if enough polls have confirmed it or an operator accepts it.
  func heldBack(_ reason: ReasonCode, entries: Int, _ known: FeedState) -> FeedState.Held? {
    isAlwaysAccepted ? nil : ResultGuard.held(known.held, reason, entries: entries, at: now)
  }

  /// Holds a suspicious result back. The last good result and its validators stay; only the record of the suspicious one is stored.
  ///
  /// - Parameter unread: the events of replies that cannot be read.
  func hold(
    _ reason: ReasonCode, _ detail: String, _ held: FeedState.Held, _ replies: FeedReplies, _ summary: ReplySummary, entries: Int,
    _ known: FeedState, after unread: [FetchEvent] = []
  ) -> FeedDecision {
    var accepted = FeedDecision(report: report(.fresh, replies))
    _ = settle(replies, known, &accepted)
    var decision = serve(
      known, reason,
      "\(detail); held back (seen \(held.count) of \(ResultGuard.confirmations) times); --accept \(feed.id) accepts it now",
      after: replies.secretNotes)
    decision.report.attempts = replies.attempts
    decision.receivedAt = newest(summary, replies)
    let sizes = [LogField("old", known.lastGood?.entries ?? 0), LogField("new", entries)]
    decision.events = accepted.events + unread + [event(reason, detail, sizes, replies, summary)]
    var state = known
    state.held = held
    state.lastPolledAt = now
    state.nextDue = nextDue(after: replies)
    state.lastFailure = reason
    decision.update = FeedUpdate(state)
    return decision
  }

  /// Shows the content of a frozen mirror without storing it.
  func showFrozen(_ replies: FeedReplies, _ normalized: FeedReader.Normalized, _ failure: FeedFailure, _ known: FeedState) -> FeedDecision {
    var decision = FeedDecision(report: report(.stale, replies))
    normalized.fill(&decision.report)
    decision.report.reason = failure.reason
    decision.report.notes = normalized.notes + normalized.unread.map(\.note) + replies.notes
    var state = known
    noteFailure(failure.reason, in: &state)
    // An empty reply of the primary address counts toward its confirmation even if a mirror replaced it.
    if failure.reason == .guardEmpty { state.held = ResultGuard.held(state.held, failure.reason, entries: 0, at: now) }
    decision.update = FeedUpdate(state)
    decision.read = normalized
    decision.receivedAt = newest(normalized.summary, replies)
    decision.usedReplies = replies
    return decision
  }

  /// Serves the last good result because of a failure. The failure is stored unless it is local or no request was sent (other than
  /// for `ratelimited`), so that a wrong setting or a short deadline does not delay the next poll.
  ///
  /// - Parameters:
  ///   - known: the current state in the store.
  ///   - initial: the state when the poll began; another run may have changed it since.
  func fail(
    _ failure: FeedFailure, _ replies: FeedReplies, _ summary: ReplySummary?, known: FeedState, initial: FeedState
  ) -> FeedDecision {
    var state = known
    var events: [FetchEvent] = []
    let attempts = replies.attempts
    // A failure that is specific to this run is not stored: the next run may succeed.
    let isStored = !failure.isLocalLimit && !failure.reason.isLocal && (attempts > 0 || failure.reason == .rateLimited)
    if failure.reason.group == .plugin { events.append(event(failure.reason, failure.detail, failure.fields, replies, summary)) }
    if isStored {
      if failure.reason.isContentFailure { events.append(event(failure.reason, failure.detail, failure.fields, replies, summary)) }
      let notBefore = failure.notBefore ?? failure.retryAfter.map { now.adding(seconds: min($0, Freshness.maximum)) }
      if failure.reason == .rateLimited, failure.isOfContent {
        events.append(event(failure.reason, failure.detail, notBefore.map { [.init("until", $0.description)] } ?? [], replies, summary))
      }
      noteFailure(failure.reason, in: &state)
      if failure.reason == .rateLimited, let notBefore {
        // A pause that a server demanded of another run in the meantime still applies.
        let theirs = known.notBefore == initial.notBefore ? nil : known.notBefore
        state.notBefore = max(theirs ?? notBefore, notBefore)
      }
      if failure.reason == .storeCorrupt { state.forgetRequests() }
      if failure.reason == .gone, state.goneAt.last.map({ now.seconds(since: $0) >= 3600 }) ?? true { state.goneAt.append(now) }
    }
    var decision = serve(state, failure.reason, detail(of: failure, after: known.lastFailure), after: failure.notes + replies.secretNotes)
    decision.report.attempts = attempts
    decision.receivedAt = summary.flatMap { newest($0, replies) }
    decision.events = events
    decision.isFailure = true
    if isStored { decision.update = FeedUpdate(state) }
    return decision
  }

  /// Returns the detail of a failure, for a server that gets no requests with the failure before it and the time of the next request.
  private func detail(of failure: FeedFailure, after last: ReasonCode?) -> String {
    guard let until = failure.notBefore, failure.reason == .circuitOpen || failure.reason == .rateLimited else { return failure.detail }
    let cause = last.flatMap { failure.reason == .circuitOpen && $0 != .circuitOpen ? " (\($0))" : nil } ?? ""
    return "\(failure.detail)\(cause); no requests until \(until.zonedText(in: feed.campus.timeZone))"
  }

  /// Counts a failure. The next poll is due after a minute, doubled with each failure, and at most the cadence.
  private func noteFailure(_ reason: ReasonCode, in state: inout FeedState) {
    state.lastPolledAt = now
    state.failures += 1
    // A server that gets no requests fails for the reason of its last reply.
    if reason != .circuitOpen || state.lastFailure == nil { state.lastFailure = reason }
    let due = now.adding(seconds: Backoff.seconds(failures: state.failures, cadence: feed.cadence))
    state.nextDue = feed.hasDates ? min(due, midnight ?? due) : due
  }

  /// Serves the last good result with the reason for it.
  ///
  /// The outcome is `unchanged` if the feed was only skipped and the result is younger than 14 days, otherwise `stale`. Without a result
  /// it is `absent`, and for a feed that is gone `disabled`.
  func serve(_ state: FeedState, _ reason: ReasonCode, _ detail: String?, after notes: [Note] = []) -> FeedDecision {
    var report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent, reason: reason)
    report.notes = notes + (detail.map { [Note(reason, $0)] } ?? [])
    var decision = FeedDecision(report: report)
    if reason == .gone, state.isGone {
      decision.report.outcome = .disabled
      return decision
    }
    guard let last = state.lastGood else { return decision }
    let age = now.seconds(since: last.checkedAt)
    decision.report.outcome = reason.isSkip && age < Self.longestTrust ? .unchanged : .stale
    decision.lastGood = last
    decision.heldFeeds = state.heldFeeds
    decision.moment = now
    if decision.report.outcome == .stale {
      let checked = last.checkedAt.zonedText(in: feed.campus.timeZone)
      decision.staleNote = Note(.stale, "using the last good result, checked \(checked), \(Age.text(age)) ago")
    }
    return decision
  }

  /// Serves the result that another run accepted in the meantime.
  ///
  /// - Parameter reason: why this run has no newer result; nil if it read the feed, too.
  func serveOther(_ state: FeedState, _ reason: ReasonCode?, attempts: Int?) -> FeedDecision {
    let unchanged = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .unchanged)
    var decision =
      reason.map { serve(state, $0, nil) }
      ?? FeedDecision(
        report: unchanged, lastGood: state.lastGood, heldFeeds: state.heldFeeds, moment: now)
    decision.report.attempts = attempts
    return decision
  }

  /// When the newest reply was received, including unreadable ones.
  private func newest(_ summary: ReplySummary, _ replies: FeedReplies) -> Instant? {
    [summary.receivedAt, replies.receivedAt].compactMap { $0 }.max()
  }

  private func report(_ outcome: FeedReport.Outcome, _ replies: FeedReplies) -> FeedReport {
    var report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: outcome)
    report.attempts = replies.attempts
    return report
  }

  /// Returns the event of a failure in the content, which the transport cannot detect.
  func event(_ reason: ReasonCode, _ detail: String, _ fields: [LogField], _ replies: FeedReplies, _ summary: ReplySummary?) -> FetchEvent {
    var event = FetchEvent(of: reason, [.init("detail", detail)] + fields, feed.id)
    event.bytes = summary?.bytes
    event.url = summary?.url ?? replies.replies.last?.url.map(PublicAddress.withoutSecrets)
    event.attempt = replies.attempts
    event.status = summary?.status ?? replies.replies.last?.status
    return Scrubber(feed).clean(event)
  }
}
