import CampusCatalog
import Crypto
import FeedCore
import OpeningHours

/// One poll of one feed that has a past, in the order of least work:
///
///     not due → not modified → same bytes → parse → guards → same meaning → accept, in one transaction
///
/// Whatever goes wrong, the last good result is served, with the reason.
struct FeedPoll {
  let reading: Plan.Reading
  let source: LiveSource
  /// Entries are wanted for a merge; else their lines do.
  let needsEntries: Bool
  /// The lines of the last good result that is known, where they were read ahead.
  var ahead: KeptLines?

  /// A last good result older than this is stale even when nobody was to be asked.
  static let longestTrust = 14 * 86_400
  /// After so long an answer is asked for without a condition.
  static let longestCondition = 8 * 86_400

  var feed: Feed { reading.feed }
  var store: any FeedStore { source.store }

  func run(_ known: FeedState?) async -> FeedRun.Result {
    let now = source.clock.now()
    var result = FeedRun.Result(FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent), priority: feed.priority)
    guard feed.isEnabled else {
      result.report.outcome = .disabled
      result.report.reason = "config.disabled"
      log(&result)
      return result
    }
    var (state, isReset) = current(known, now)
    if let reason = reasonNotToAsk(&state, now) {
      var detail: String?
      if let until = [state.nextDue, state.notBefore].compactMap({ $0 }).max(), reason != "not.due", reason != "offline", reason != "gone" {
        detail =
          reason.hasPrefix("guard.")
          ? "the last result is held back, --accept \(feed.id) asks again and takes it; otherwise not asked before \(until)"
          : reason == "ratelimited" || reason == "circuit.open"
            ? "the server is left alone; the feed is not asked before \(until)"
            : "the last poll failed; the feed is not asked again before \(until)"
      }
      var event = FetchEvent(.info, "schedule.skip", feed.id)
      event.reason = reason
      source.log(event)
      await serve(state, reason, &result, now, detail: detail)
    } else {
      source.transport.tellRefusals(of: feed.id, !wasRefused(state, onTheDayOf: now))
      await ask(&state, isReset, &result, now)
      tellSchedule(result)
    }
    log(&result)
    return result
  }

  /// What is kept can not be read: nobody is asked, for the answer could not be judged.
  func withoutStore(_ error: StoreError) -> FeedRun.Result {
    var result = FeedRun.Result(
      FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent, reason: error.reason), priority: feed.priority)
    result.storeError = error
    result.report.notes = [Note(Note.Code(error.reason), error.detail)]
    log(&result)
    return result
  }

  // MARK: - What is known

  /// The state, without what belongs to another version of the adapter, other addresses or other headers.
  func current(_ known: FeedState?, _ now: Instant) -> (FeedState, isReset: Bool) {
    let key = reading.key
    guard var state = known else { return (FeedState(feed: feed.id, key: key), false) }
    guard state.key != key else { return (state, state.requests.values.contains(where: \.key.isEmpty)) }
    state.key = key
    state.nextDue = nil
    state.notBefore = nil
    state.goneAt = []
    state.held = nil
    state.distrustsValidators = false
    Self.forget(&state)
    var event = FetchEvent(.info, "state.reset", feed.id)
    event.fields = [.init("why", "the address, a header or the adapter is another one")]
    source.log(event)
    return (state, true)
  }

  /// What is kept of replies belongs to no request any more: it has to be asked for and read again, however long that takes.
  static func forget(_ state: inout FeedState) {
    for label in state.requests.keys {
      state.requests[label]?.validators = Validators()
      state.requests[label]?.key = ""
    }
  }

  /// Why the feed is not asked now; nil when it is.
  func reasonNotToAsk(_ state: inout FeedState, _ now: Instant) -> String? {
    if source.options.offline { return "offline" }
    if isGone(state) {
      guard source.options.accepted.contains(feed.id) else { return "gone" }
      state.goneAt = []
    }
    // A clock that was set back can not make a wait longer than the longest that is ever set.
    if let notBefore = state.notBefore, now < notBefore, notBefore.seconds(since: now) <= 2 * Freshness.most { return "ratelimited" }
    guard !source.options.refresh, !source.options.accepted.contains(feed.id), let nextDue = state.nextDue, now < nextDue else {
      return nil
    }
    if let last = state.lastPolledAt, last > now { return nil }
    return state.lastFailure ?? "not.due"
  }

  /// The last poll was of the same day, in UTC, and ended with 401 or 403. People have been told, and once a day is enough for what only
  /// they can change.
  private func wasRefused(_ state: FeedState, onTheDayOf now: Instant) -> Bool {
    guard state.lastFailure == "auth", let last = state.lastPolledAt else { return false }
    return last.local(offset: 0).date == now.local(offset: 0).date
  }

  func isGone(_ state: FeedState) -> Bool {
    guard state.goneAt.count >= 3, let first = state.goneAt.first, let last = state.goneAt.last else { return false }
    return first.local(offset: 0).date != last.local(offset: 0).date
  }

  // MARK: - From the store

  /// The last good result, because of a reason.
  func serve(_ state: FeedState, _ reason: String, _ result: inout FeedRun.Result, _ now: Instant, detail: String? = nil) async {
    result.report.reason = reason
    if let detail { result.report.notes.append(Note(Note.Code(reason), detail)) }
    if reason == "gone", isGone(state) {
      result.report.outcome = .disabled
      return
    }
    guard let last = state.lastGood else {
      result.report.outcome = .absent
      return
    }
    let age = now.seconds(since: last.checkedAt)
    let isQuiet = reason == "not.due" || reason == "offline"
    result.report.outcome = isQuiet && age < Self.longestTrust ? .unchanged : .stale
    await fill(&result, from: last)
    if result.report.outcome == .stale {
      result.report.notes.append(Note(.stale, "the last good result, checked \(last.checkedAt), \(Age.text(age)) ago"))
    }
  }

  /// Entries and report of the last good result.
  func fill(_ result: inout FeedRun.Result, from last: FeedState.LastGood) async {
    do throws(StoreError) {
      let lines = if let ahead { ahead } else { try await store.lines(of: feed.id, last) }
      if needsEntries {
        do { result.entries = try lines.lines().entries() } catch {
          throw StoreError("store.corrupt", "the entries of \(feed.id) can not be read")
        }
      } else {
        result.kept = lines
        result.content = last.content
      }
    } catch {
      result.storeError = error
      result.report.outcome = .absent
      result.report.reason = error.reason
      result.report.notes.append(Note(Note.Code(error.reason), error.detail))
      return
    }
    result.report.url = last.url
    result.report.fetchedAt = last.fetchedAt
    result.report.checkedAt = last.checkedAt
    result.report.etag = last.etag
    result.report.sha256 = last.bodies
    result.report.bytes = last.bytes
    result.report.entries = last.entries
    result.report.rejected = last.rejected
    result.report.notes = last.notes + result.report.notes
  }

  @discardableResult
  func commit(_ update: FeedUpdate, _ result: inout FeedRun.Result) async -> Bool {
    guard let error = await source.keep(update) else { return true }
    result.storeError = error
    return false
  }

  /// Keeps what a failed poll learned, unless another run has accepted something since this one began.
  func commitUnlessOvertaken(_ state: FeedState, _ before: FeedState, _ result: inout FeedRun.Result) async {
    let current = try? await store.states(of: [feed.id])[feed.id]
    var state = state
    // What the server asked another run for stands.
    if let theirs = current?.notBefore, theirs != before.notBefore { state.notBefore = max(theirs, state.notBefore ?? theirs) }
    if let current, current.lastGood?.content != before.lastGood?.content || current.lastGood?.checkedAt != before.lastGood?.checkedAt {
      return
    }
    await commit(FeedUpdate(state), &result)
  }

  // MARK: - The log

  /// What is wrong with content, which the transport does not know.
  func tell(_ reason: String, _ detail: String, _ fields: [LogField], _ result: FeedRun.Result? = nil) {
    var event = FetchEvent(of: reason, [.init("detail", detail)] + fields, feed.id)
    event.url = result?.report.url
    event.attempt = result?.report.attempts
    event.status = result?.status
    event.bytes = result?.report.bytes
    source.log(Scrubber(feed).clean(event))
  }

  /// That a feed said in the place of data, by its own rules, that it was asked too often.
  func tellLimit(_ failure: TransportFailure, _ result: FeedRun.Result) {
    guard failure.reason == "ratelimited" else { return }
    tell(failure.reason, failure.detail, failure.notBefore.map { [.init("until", $0.description)] } ?? [], result)
  }

  /// When the feed is to be asked again, by what was kept of this poll.
  private func tellSchedule(_ result: FeedRun.Result) {
    guard let next = result.nextDue, result.storeError == nil else { return }
    var event = FetchEvent(.info, "schedule", feed.id)
    event.fields = [.init("next", next.description)]
    source.log(event)
  }

  /// One record that ends the story of the feed in this run.
  func log(_ result: inout FeedRun.Result) {
    let scrubber = Scrubber(feed)
    result.report.notes = scrubber.clean(result.report.notes)
    result.report.url = result.report.url.map(scrubber.clean)
    result.report.etag = result.report.etag.map(scrubber.clean)
    let report = result.report
    var event = FetchEvent(report.outcome.isDelivered ? .info : .warn, "feed.\(report.outcome.rawValue)", feed.id)
    event.url = report.url
    event.attempt = report.attempts
    event.bytes = report.bytes
    event.reason = report.reason
    event.fields = [.init("entries", report.entries)]
    source.log(event)
  }
}

extension Note.Code {
  static let stale = Note.Code("stale")
}
