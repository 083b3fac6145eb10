import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// A poll of one feed, with the cheapest checks first:
///
///     not due → not modified → same bytes → parse → guards → same meaning → accept, in one transaction
///
/// It requests the feed, lets `Acceptance` decide, and stores the decision. If anything fails, the last good result is served with the
/// reason.
struct FeedPoll {
  let reading: Plan.Reading
  let source: LiveSource
  /// The lines of the last good result, if they were prefetched.
  var prefetched: LazyEntryLines?

  /// The maximum number of attempts to write the state while other runs write it, too.
  static let maximumWrites = 3

  var feed: Feed { reading.feed }
  var reader: FeedReader {
    FeedReader(
      reading: reading, transport: source.transport, isRecording: false, store: source.feedStore, deadline: source.deadline,
      date: feed.campus.timeZone?.local(source.clock.now()).date)
  }

  func result(of decision: FeedDecision) async -> FeedResult {
    await decision.result(of: feed, from: source.feedStore, prefetched: prefetched)
  }

  /// Polls the feed if it is due.
  func run(_ stored: FeedState?) async -> FeedResult {
    let now = source.clock.now()
    var (known, mustReread, isReset) = FeedState.current(stored, reading)
    if isReset { logReset() }
    let acceptance = Acceptance(reading: reading, options: source.options, now: now)
    if let reason = acceptance.reasonToSkip(known) {
      source.log(FetchEvent(.info, "schedule.skip", feed.id, reason: reason))
      return await result(of: acceptance.serve(known, reason, acceptance.detail(of: reason, known)))
    }
    source.transport.logRefusals(of: feed.id, !acceptance.wasRefusedToday(known))
    if known.isGone { known.goneAt = [] }
    if !acceptance.isDistrusted(known) { known.distrustedAt = nil }
    let replies = FeedReplies(isUnconditional: acceptance.isUnconditional(known), mustReread: mustReread)
    let polled = await poll(replies, known, acceptance)
    await source.transport.storeHolds()
    if let next = polled.nextDue, polled.result.storeError == nil {
      source.log(FetchEvent(.info, "schedule", feed.id, fields: [LogField("next", next.description)]))
    }
    return polled.result
  }

  /// Requests the feed once, then decides and stores.
  ///
  /// If another run has written the state of the feed in the meantime, the same replies are decided again with that state, up to
  /// `maximumWrites` times. If that run has a better result, it is served.
  private func poll(_ first: FeedReplies, _ before: FeedState, _ acceptance: Acceptance) async -> (result: FeedResult, nextDue: Instant?) {
    var (replies, known) = (first, before)
    var failure: FeedFailure?
    do throws(FeedFailure) { try await reader.collect(into: &replies, knowing: known) } catch { failure = error }
    for write in 1...Self.maximumWrites {
      let decision =
        if let failure { acceptance.fail(failure, replies, nil, known: known, initial: before) } else {
          await self.decision(about: &replies, known, before, acceptance)
        }
      // Log a failure or a held result once, even if the decision is made again.
      if write == 1 || decision.isAccepted { for event in decision.events { source.log(event) } }
      switch await store(decision) {
      case .stored:
        let result = await self.result(of: decision)
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
          var result = await self.result(of: other)
          result.receivedAt = decision.receivedAt
          return (result, current.nextDue)
        }
        if let until = current?.notBefore, until != known.notBefore { replies.notBefore = until }
        let (state, mustReread, isReset) = FeedState.current(current, reading)
        if isReset { logReset() }
        known = state
        replies.mustReread = replies.mustReread || mustReread
        if write == Self.maximumWrites, !decision.isAccepted {
          if let used = decision.usedReplies { await record(used) }
          return (await result(of: decision), decision.nextDue)
        }
      }
    }
    let conflict = FeedFailure(.storeConflict, "other runs keep changing the state of the feed")
    return (await result(of: acceptance.fail(conflict, replies, nil, known: before, initial: before)), nil)
  }

  /// Returns whether the result that another run stored is served instead. An accepted result is only replaced by one that may be newer;
  /// any other decision by any different result.
  private func isBetter(
    _ last: FeedState.LastGood, _ current: FeedState, than known: FeedState, _ before: FeedState, _ decision: FeedDecision, at write: Int,
    _ now: Instant
  ) -> Bool {
    guard decision.isAccepted else { return !last.isSameConfirmation(as: before.lastGood) }
    if write == Self.maximumWrites { return true }
    // The other result may be newer unless it was received before this poll began. Batches of a stream do not replace each other.
    guard !last.isSameConfirmation(as: known.lastGood), !reading.adapter.manifest.isStream else { return false }
    return max(last.checkedAt, current.requests.values.map(\.receivedAt).max() ?? last.fetchedAt) >= now
  }
}
