import CampusCatalog
import FeedCore
import OpeningHours

extension FeedPoll {
  func fail(_ failure: TransportFailure, _ before: FeedState, _ result: inout FeedRun.Result, _ now: Instant) async {
    var state = before
    // What was decided here, and by nobody out there, can be decided otherwise in the next run.
    let isOurs =
      failure.isOurs || failure.reason == "policy.address" || failure.reason == "cancelled" || failure.reason.hasPrefix("config.")
      || failure.reason.hasPrefix("store.") && failure.reason != "store.corrupt"
    if isOurs || (result.report.attempts ?? 0) == 0 && failure.reason != "ratelimited" {
      return await giveUp(failure, state, &result, now)
    }
    if ["json.", "schema.", "limit."].contains(where: failure.reason.hasPrefix) {
      tell(failure.reason, failure.detail, failure.fields, result)
    }
    state.lastPolledAt = now
    state.failures += 1
    state.lastFailure = failure.reason
    let wait = Backoff.seconds(failures: state.failures, cadence: feed.cadence)
    state.nextDue = now.adding(seconds: wait)
    if failure.reason == "ratelimited", let notBefore = failure.notBefore { state.notBefore = notBefore }
    result.nextDue = [state.nextDue, state.notBefore].compactMap { $0 }.max()
    if failure.reason == "store.corrupt" { Self.forget(&state) }
    if failure.reason == "gone", state.goneAt.last.map({ now.seconds(since: $0) >= 3600 }) ?? true { state.goneAt.append(now) }
    await giveUp(failure, state, &result, now)
    await commitUnlessOvertaken(state, before, &result)
  }

  func giveUp(_ failure: TransportFailure, _ state: FeedState, _ result: inout FeedRun.Result, _ now: Instant) async {
    let attempts = result.report.attempts
    let notes = result.report.notes
    result.removeEntries()
    result.report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent)
    result.report.attempts = attempts
    result.report.notes = notes
    await serve(state, failure.reason, &result, now, detail: failure.detail)
  }

  /// The answer of a mirror whose content never changes: shown, never kept.
  func serveFrozen(_ answers: Answers, _ state: inout FeedState, _ result: inout FeedRun.Result, _ now: Instant) async {
    let run = FeedRun(reading: reading, transport: source.transport, delivered: .stale, needsEntries: needsEntries)
    let replies = answers.replies.compactMap(\.reply)
    let reason = answers.frozen ?? "mirror.frozen"
    run.describe(replies, in: &result)
    do throws(FeedRun.Refusal) {
      result.report.notes += try await run.normalize(replies, &result).map(\.note)
    } catch {
      return await fail(TransportFailure(error, at: now), state, &result, now)
    }
    result.report.outcome = .stale
    result.report.reason = reason
    result.report.notes += answers.notes
    record(answers)
    result.report.checkedAt = nil
    state.lastPolledAt = now
    state.failures += 1
    state.lastFailure = reason
    state.nextDue = now.adding(seconds: Backoff.seconds(failures: state.failures, cadence: feed.cadence))
    result.nextDue = state.nextDue
    await commit(FeedUpdate(state), &result)
  }
}

extension TransportFailure {
  init(_ error: AdapterError) { self.init(error.code.description, error.advice, fields: error.fields) }

  init(_ refusal: FeedRun.Refusal, at now: Instant) {
    self.init(
      refusal.reason, refusal.detail, notBefore: refusal.retryAfter.map { now.adding(seconds: min($0, Freshness.most)) },
      fields: refusal.fields)
  }
}
