import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// One poll of one feed, in the order of least work:
///
///     not due → not modified → same bytes → parse → guards → same meaning → accept, in one transaction
///
/// It asks, lets `Acceptance` decide, and stores the decision. Whatever goes wrong, the last good result is served, with the reason.
struct FeedPoll {
  let reading: Plan.Reading
  let source: LiveSource
  /// Entries are needed as values, for a merge; otherwise their lines are enough.
  let needsEntries: Bool
  /// The lines of the last good result that is known, when they were read ahead.
  var prefetched: LazyEntryLines?

  /// How often a state is written that other runs write, too.
  static let mostWrites = 3

  var feed: Feed { reading.feed }
  var reader: FeedReader {
    FeedReader(
      reading: reading, source: .network(source), store: source.feedStore, needsEntries: needsEntries, deadline: source.deadline)
  }

  var loader: FeedResultLoader {
    FeedResultLoader(feed: feed, store: source.feedStore, needsEntries: needsEntries, prefetched: prefetched)
  }

  /// - Parameter stored: what the store has of the feed.
  func run(_ stored: FeedState?) async -> FeedResult {
    guard feed.isEnabled else { return finish(FeedResult(of: feed, .disabled, reason: .configDisabled)) }
    let now = source.clock.now()
    var (known, mustReread, isReset) = FeedState.current(stored, reading)
    if isReset { logReset() }
    let acceptance = Acceptance(reading: reading, options: source.options, now: now)
    let schedule = PollSchedule(feed: feed, options: source.options, now: now)
    if let reason = schedule.reasonToSkip(known) {
      var event = FetchEvent(.info, "schedule.skip", feed.id)
      event.reason = reason
      source.log(event)
      let skipped = PollFinding.skipped(reason: reason, detail: schedule.detail(of: reason, known))
      return finish(await loader.result(of: acceptance.decide(skipped, known: known, asked: known)))
    }
    source.transport.logRefusals(of: feed.id, !schedule.wasRefusedToday(known))
    if known.isGone { known.goneAt = [] }
    if !schedule.isDistrusted(known) { known.distrustedAt = nil }
    let replies = FeedReplies(isUnconditional: schedule.isUnconditional(known), mustReread: mustReread)
    let polled = await poll(replies, known, acceptance)
    await source.storeHolds()
    if let next = polled.nextDue, polled.result.storeError == nil {
      var event = FetchEvent(.info, "schedule", feed.id)
      event.fields = [.init("next", next.description)]
      source.log(event)
    }
    return finish(polled.result)
  }

  /// The store cannot be read: nobody is asked, for the answer could not be compared with anything.
  func withoutStore(_ error: StoreError) -> FeedResult {
    var result = FeedResult(of: feed, reason: error.reason)
    result.storeError = error
    result.report.notes = [Note(error.reason, error.detail)]
    return finish(result)
  }

  // MARK: - Ask, decide, store

  private func poll(
    _ asked: FeedReplies, _ before: FeedState, _ acceptance: Acceptance
  ) async -> (result: FeedResult, nextDue: Instant?) {
    var (replies, known, acceptance) = (asked, before, acceptance)
    var failure: FeedFailure?
    do throws(FeedFailure) { try await reader.collect(into: &replies, knowing: known) } catch { failure = error }
    for write in 1...Self.mostWrites {
      let finding: PollFinding
      if let failure {
        finding = .failed(failure, replies, nil)
      } else {
        finding = await self.finding(&replies, known, acceptance)
      }
      // The server's word counts from its answer, which may have come long after the run began.
      acceptance.freshUntil = replies.freshness.flatMap { $0 > 0 ? source.clock.moment(after: $0) : nil }
      let decision = acceptance.decide(finding, known: known, asked: before)
      // What failed or was held back is logged once, even if it has to be decided again.
      if write == 1 || decision.isAccepted { for event in decision.events { source.log(event) } }
      switch await store(decision) {
      case .stored:
        let result = await loader.result(of: decision)
        if result.storeError == nil, let used = decision.usedReplies { await record(used) }
        return (result, decision.nextDue)
      case .failed(let error):
        if !decision.isAccepted, let used = decision.usedReplies { await record(used) }
        return (await unstored(decision, error, known, acceptance), decision.nextDue)
      case .overtaken(let current):
        if let current, let last = current.lastGood, isBetter(last, current, than: known, before, decision, at: write, acceptance.now) {
          source.log(FetchEvent(.info, "state.overtaken", feed.id))
          let reason = decision.isAccepted ? nil : decision.report.reason
          let other = acceptance.serveOther(current, reason, attempts: decision.report.attempts)
          var loader = loader
          loader.prefetched = nil
          var result = await loader.result(of: other)
          result.receivedAt = decision.receivedAt
          return (result, other.nextDue)
        }
        if let until = current?.notBefore, until != known.notBefore { replies.notBefore = until }
        let (state, mustReread, isReset) = FeedState.current(current, reading)
        if isReset { logReset() }
        known = state
        replies.mustReread = replies.mustReread || mustReread
        if write == Self.mostWrites, !decision.isAccepted {
          if let used = decision.usedReplies { await record(used) }
          return (await loader.result(of: decision), decision.nextDue)
        }
      }
    }
    let conflict = FeedFailure(.storeConflict, "other runs write the state of the feed all the time")
    let decision = acceptance.decide(.failed(conflict, replies, nil), known: before, asked: before)
    return (await loader.result(of: decision), nil)
  }

  /// Whether what another run stored is served instead. What was accepted gives way only to a result that may be newer, and anything else
  /// to any other result.
  private func isBetter(
    _ last: FeedState.LastGood, _ current: FeedState, than known: FeedState, _ before: FeedState, _ decision: FeedDecision, at write: Int,
    _ now: Instant
  ) -> Bool {
    guard decision.isAccepted else { return !last.isSameSighting(as: before.lastGood) }
    if write == Self.mostWrites { return true }
    // It is older only if it was received before this run asked. Batches of a stream replace nothing, so none is too old.
    guard !last.isSameSighting(as: known.lastGood), !reading.adapter.manifest.isStream else { return false }
    return max(last.checkedAt, current.requests.values.map(\.receivedAt).max() ?? last.fetchedAt) >= now
  }
}
