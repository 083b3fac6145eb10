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

  /// A last good result older than this is stale even when nobody was to be asked.
  static let longestTrust = 14 * 86_400
  /// After so long an answer is asked for without a condition.
  static let longestCondition = 8 * 86_400

  var feed: Feed { reading.feed }
  var store: any FeedStore { source.store }

  func run(_ known: FeedState?) async -> FeedRun.Result {
    let now = source.clock.now()
    var result = FeedRun.Result(
      report: FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent), entries: [], places: [], priority: feed.priority)
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
        detail = "the last poll failed; the feed is not asked again before \(until)"
      }
      await serve(state, reason, &result, now, detail: detail)
    } else {
      await ask(&state, isReset, &result, now)
    }
    log(&result)
    return result
  }

  // MARK: - What is known

  /// The state, without what belongs to another version of the adapter, other addresses or other headers.
  private func current(_ known: FeedState?, _ now: Instant) -> (FeedState, isReset: Bool) {
    let key = self.key
    guard var state = known else { return (FeedState(feed: feed.id, key: key), false) }
    guard state.key != key else { return (state, false) }
    state.key = key
    state.nextDue = nil
    state.notBefore = nil
    state.goneAt = []
    state.held = nil
    state.distrustsValidators = false
    for label in state.requests.keys { state.requests[label]?.validators = Validators() }
    var event = FetchEvent(.info, "state.reset", feed.id)
    event.fields = [.init("why", "the address, a header or the adapter is another one")]
    source.log(event)
    return (state, true)
  }

  /// What all answers of the feed depend on.
  private var key: String {
    var texts = ["\(feed.adapter)@\(reading.adapter.manifest.version)"]
    for (name, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) { texts += [name] + addresses.map(\.url) }
    return RequestKey.of(texts.joined(separator: "\n"), headers: feed.headers)
  }

  /// Why the feed is not asked now; nil when it is.
  private func reasonNotToAsk(_ state: inout FeedState, _ now: Instant) -> String? {
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

  private func isGone(_ state: FeedState) -> Bool {
    guard state.goneAt.count >= 3, let first = state.goneAt.first, let last = state.goneAt.last else { return false }
    return first.local(offset: 0).date != last.local(offset: 0).date
  }

  // MARK: - From the store

  /// The last good result, because of a reason.
  private func serve(_ state: FeedState, _ reason: String, _ result: inout FeedRun.Result, _ now: Instant, detail: String? = nil) async {
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
  private func fill(_ result: inout FeedRun.Result, from last: FeedState.LastGood) async {
    do throws(StoreError) {
      let lines = EntryLines(bytes: try await store.entries(of: feed.id), count: last.entries)
      if needsEntries {
        do { result.entries = try lines.entries() } catch { throw StoreError("store.corrupt", "the entries of \(feed.id) can not be read") }
      } else {
        result.lines = lines
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

  // MARK: - Asking

  private func ask(_ state: inout FeedState, _ isReset: Bool, _ result: inout FeedRun.Result, _ now: Instant) async {
    let before = state
    let isUnconditional =
      state.lastGood == nil || state.distrustsValidators
      || state.lastUnconditionalAt.map { now.seconds(since: $0) >= Self.longestCondition || $0 > now } ?? true
    var answers = Answers(isUnconditional: isUnconditional, isReset: isReset)
    do throws(TransportFailure) {
      try await collect(&answers, state)
      result.report.attempts = answers.attempts
      if answers.frozen != nil { return await serveFrozen(answers, &state, &result, now) }
      try await settle(answers, &state, before, &result, now)
    } catch {
      result.report.attempts = max(answers.attempts, 0)
      await fail(error, before, &result, now)
    }
  }

  /// What came of the requests of one poll.
  struct Answers {
    let isUnconditional: Bool
    /// What is known was read by other rules: it has to be read again, even when the bytes are the same.
    let isReset: Bool
    /// In the order of the requests; nil where the answer is the known one.
    var replies: [(label: String, request: FeedRequest, reply: FeedReply?, known: FeedState.RequestState?)] = []
    var validators: [String: Validators] = [:]
    var notes: [Note] = []
    var attempts = 0
    var freshness: Int?
    var receivedAt: Instant?
    var frozen: (reason: String, detail: String)?
    var moved: [String: String] = [:]
  }

  private func collect(_ answers: inout Answers, _ state: FeedState) async throws(TransportFailure) {
    var waiting: [FeedRequest]
    do throws(AdapterError) { waiting = try await reading.adapter.requests(for: feed) } catch { throw TransportFailure(error) }
    while !waiting.isEmpty, answers.replies.count < FeedRun.mostRequests {
      let request = waiting.removeFirst()
      let last = state.lastGood == nil ? nil : state.requests[request.label]
      let known = last.map {
        KnownReply(key: $0.key, validators: answers.isUnconditional || $0.validators.isEmpty ? nil : $0.validators)
      }
      var reply: FeedReply?
      switch await source.transport.answer(to: request, of: feed, knowing: known) {
      case .reply(let came):
        answers.take(came.exchange, request)
        answers.validators[request.label] = came.validators
        reply = came
        record(came)
        if came.exchange.isFrozen { answers.frozen = (came.exchange.primaryFailure ?? "mirror.frozen", "answered by a frozen mirror") }
      case .notModified(let answer):
        answers.take(answer.exchange, request)
        answers.validators[request.label] = answer.validators.isEmpty ? last?.validators : answer.validators
        if source.record != nil, let last { record(try await stored(last, request)) }
      case .missing:
        throw TransportFailure("config.address", "there is no answer to \(request.name)")
      case .failure(let failure):
        answers.attempts += failure.attempts
        if request.isRequired { throw failure }
        answers.notes.append(Note(Note.Code(failure.reason), request: request.label, failure.detail))
        guard last != nil else { continue }
      }
      answers.replies.append((request.label, request, reply, last))
      guard reading.adapter.manifest.isPaged else { continue }
      if reply == nil, let last { reply = try await stored(last, request) }
      guard let reply else { continue }
      do throws(AdapterError) {
        waiting += try await reading.adapter.followUps(to: reply, for: feed)
      } catch {
        throw TransportFailure(error)
      }
    }
    if let next = waiting.first {
      answers.notes.append(
        Note(.requestLimit, request: next.label, "not asked: a reading has at most \(FeedRun.mostRequests) requests"))
    }
  }

  private func record(_ reply: FeedReply) { source.record?(feed, reply) }

  /// The last accepted reply to a request.
  private func stored(_ last: FeedState.RequestState, _ request: FeedRequest) async throws(TransportFailure) -> FeedReply {
    do throws(StoreError) {
      guard let body = try await store.body(last.body) else {
        throw StoreError("store.corrupt", "the body of \(request.label) of \(feed.id) is not kept")
      }
      return FeedReply(to: request, headers: last.headers, body: body, url: last.url, receivedAt: last.receivedAt)
    } catch {
      throw TransportFailure(error.reason, error.detail)
    }
  }

  // MARK: - What the answers mean

  private func settle(
    _ answers: Answers, _ state: inout FeedState, _ before: FeedState, _ result: inout FeedRun.Result, _ now: Instant
  ) async throws(TransportFailure) {
    state.lastPolledAt = now
    state.failures = 0
    state.lastFailure = nil
    state.notBefore = nil
    state.goneAt = []
    state.nextDue = now.adding(seconds: max(feed.cadence, answers.freshness ?? 0))
    if answers.isUnconditional { state.lastUnconditionalAt = now }
    var bodies: [(sha256: String, bytes: [UInt8])] = []
    var labels: Set<String> = []
    for answer in answers.replies {
      labels.insert(answer.label)
      remember(answer, answers, &state, &bodies, &result, now)
    }
    let isSame =
      before.lastGood != nil && !answers.isReset && Set(before.requests.keys) == labels
      && labels.allSatisfy { before.requests[$0]?.body == state.requests[$0]?.body }
    if let last = state.lastGood, isSame {
      return await confirm(last, answers, state, &result, now)
    }
    for label in state.requests.keys where !labels.contains(label) { state.requests[label] = nil }
    var replies: [FeedReply] = []
    for answer in answers.replies {
      if let reply = answer.reply {
        replies.append(reply)
      } else if let known = answer.known {
        replies.append(try await stored(known, answer.request))
      }
    }
    try await read(replies, answers, &state, before, bodies, &result, now)
  }

  /// What came with one answer, for the next time.
  private func remember(
    _ answer: (label: String, request: FeedRequest, reply: FeedReply?, known: FeedState.RequestState?), _ answers: Answers,
    _ state: inout FeedState, _ bodies: inout [(sha256: String, bytes: [UInt8])], _ result: inout FeedRun.Result, _ now: Instant
  ) {
    guard let reply = answer.reply else {
      if let validators = answers.validators[answer.label] { state.requests[answer.label]?.validators = validators }
      return
    }
    let sha256 = SHA256.hash(data: reply.body).hexadecimal
    if let known = answer.known, known.key == reply.exchange.key, known.body != sha256, !known.validators.isEmpty,
      known.validators == reply.validators
    {
      state.distrustsValidators = true
      let event = FetchEvent(.warn, answers.isUnconditional ? "validators.untrusted" : "validators.lie", feed.id)
      source.log(event)
      result.report.notes.append(
        Note(
          Note.Code(event.event), request: answer.label, "the server gave other content under equal validators; they are not used any more")
      )
    }
    state.requests[answer.label] = FeedState.RequestState(
      key: reply.exchange.key, validators: reply.validators, body: sha256, url: reply.url ?? "", headers: reply.headers,
      receivedAt: reply.receivedAt ?? now, moved: Self.moved(answer.known?.moved, answers.moved[answer.label], now, &result))
    bodies.append((sha256, reply.body))
  }

  /// A permanent redirect is proposed for the registry when it has held for a week and ten sightings.
  private static func moved(_ old: FeedState.Moved?, _ url: String?, _ now: Instant, _ result: inout FeedRun.Result) -> FeedState.Moved? {
    guard let url else { return nil }
    var moved = old?.url == url ? old ?? FeedState.Moved(url: url, count: 0, since: now) : FeedState.Moved(url: url, count: 0, since: now)
    moved.count += 1
    if moved.count >= 10, now.seconds(since: moved.since) >= 7 * 86_400 {
      result.report.notes.append(
        Note(
          Note.Code("redirect.permanent"),
          "the address has moved for good to \(PublicAddress.withoutSecrets(url)); change it in a registry file"))
    }
    return moved
  }

  /// Nothing has changed: only the state moves.
  private func confirm(
    _ last: FeedState.LastGood, _ answers: Answers, _ settled: FeedState, _ result: inout FeedRun.Result, _ now: Instant
  ) async {
    var state = settled
    state.held = nil
    state.lastGood?.checkedAt = now
    state.lastGood?.etag = state.requests.values.count == 1 ? state.requests.values.first?.validators.etag ?? last.etag : last.etag
    result.report.outcome = .unchanged
    result.report.notes += answers.notes
    await fill(&result, from: state.lastGood ?? last)
    await commit(FeedUpdate(state), &result, now)
  }

  /// New bytes: parse, guard, compare, accept.
  private func read(
    _ replies: [FeedReply], _ answers: Answers, _ state: inout FeedState, _ before: FeedState,
    _ bodies: [(sha256: String, bytes: [UInt8])], _ result: inout FeedRun.Result, _ now: Instant
  ) async throws(TransportFailure) {
    if let blank = replies.first(where: { $0.request.isRequired && Blank.isBlank($0.body) }), blank.request.format == .json {
      throw TransportFailure("guard.empty", "\(blank.request.fileName) has nothing in it")
    }
    let run = FeedRun(reading: reading, transport: source.transport, delivered: .fresh)
    run.describe(replies, in: &result)
    do throws(FeedRun.Refusal) { try await run.normalize(replies, &result) } catch { throw TransportFailure(error, at: now) }
    result.report.notes = Scrubber(feed).clean(result.report.notes + answers.notes)
    let isStream = reading.adapter.manifest.isStream
    if !isStream || result.entries.isEmpty, !source.options.accepted.contains(feed.id) {
      let ids = await lastIDs(before)
      if let (reason, detail) = ResultGuard.suspicion(result.entries, insteadOf: before.lastGood, ids: { ids }) {
        state.held = ResultGuard.held(before.held, reason, at: now)
        if state.held != nil { return await hold(reason, detail, state, before, &result, now) }
      }
    }
    state.held = nil
    let lines = EntryLines(result.entries)
    let content = SHA256.hash(data: lines.bytes).hexadecimal
    let isSame = before.lastGood?.content == content
    result.report.outcome = isSame ? .unchanged : .fresh
    result.report.checkedAt = now
    state.lastGood = FeedState.LastGood(
      acceptedAt: isSame ? before.lastGood?.acceptedAt ?? now : now, checkedAt: now, fetchedAt: result.report.fetchedAt ?? now,
      content: content, bodies: result.report.sha256 ?? "", bytes: result.report.bytes ?? 0, entries: lines.count,
      rejected: result.report.rejected, url: result.report.url, etag: result.report.etag, notes: result.report.notes)
    if !needsEntries {
      result.entries = []
      result.lines = lines
    }
    var update = FeedUpdate(state, entries: isSame ? nil : lines.bytes, bodies: bodies)
    update.isStream = isStream
    if await commit(update, &result, now) { return }
    // What could not be kept is not shown either: the next run must find it new.
    let error = result.storeError ?? StoreError("store.io", "the store failed")
    result.entries = []
    result.lines = nil
    result.places = []
    result.report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent)
    result.report.attempts = answers.attempts
    await serve(before, error.reason, &result, now, detail: error.detail)
    result.storeError = error
  }

  private func lastIDs(_ before: FeedState) async -> [EntryID] {
    guard let last = before.lastGood, last.entries > 10, let bytes = try? await store.entries(of: feed.id) else { return [] }
    return EntryLines(bytes: bytes, count: last.entries).ids
  }

  /// The last good result stays, with its validators; only the sighting is remembered.
  private func hold(
    _ reason: String, _ detail: String, _ settled: FeedState, _ before: FeedState, _ result: inout FeedRun.Result, _ now: Instant
  ) async {
    var state = before
    state.key = settled.key
    state.held = settled.held
    state.lastPolledAt = now
    state.nextDue = now.adding(seconds: feed.cadence)
    state.lastFailure = reason
    let attempts = result.report.attempts
    result.entries = []
    result.places = []
    result.report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent)
    result.report.attempts = attempts
    let count = state.held?.count ?? 1
    await serve(
      before, reason, &result, now,
      detail: "\(detail); held back (\(count) of \(ResultGuard.confirmations) sightings), --accept \(feed.id) takes it")
    await commit(FeedUpdate(state), &result, now)
  }

  // MARK: - Failures

  private func fail(_ failure: TransportFailure, _ before: FeedState, _ result: inout FeedRun.Result, _ now: Instant) async {
    var state = before
    // What was decided here, and by nobody out there, can be decided otherwise in the next run.
    let isOurs = failure.reason == "policy.address" || failure.reason == "cancelled" || failure.reason.hasPrefix("config.")
    if isOurs || failure.attempts == 0 && failure.reason != "ratelimited" {
      return await giveUp(failure, state, &result, now)
    }
    state.lastPolledAt = now
    state.failures += 1
    state.lastFailure = failure.reason
    let wait = Backoff.seconds(failures: state.failures, cadence: feed.cadence)
    state.nextDue = now.adding(seconds: wait)
    if let notBefore = failure.notBefore, failure.reason == "ratelimited" { state.notBefore = notBefore }
    if failure.reason == "gone", state.goneAt.last.map({ now.seconds(since: $0) >= 3600 }) ?? true { state.goneAt.append(now) }
    if failure.reason == "guard.empty" {
      state.held = ResultGuard.held(before.held, failure.reason, at: now)
    }
    await giveUp(failure, state, &result, now)
    await commit(FeedUpdate(state), &result, now)
  }

  private func giveUp(_ failure: TransportFailure, _ state: FeedState, _ result: inout FeedRun.Result, _ now: Instant) async {
    let attempts = result.report.attempts
    let notes = result.report.notes
    result.entries = []
    result.places = []
    result.report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent)
    result.report.attempts = attempts
    result.report.notes = notes
    await serve(state, failure.reason, &result, now, detail: failure.detail)
  }

  /// The answer of a mirror whose content never changes: shown, never kept.
  private func serveFrozen(_ answers: Answers, _ state: inout FeedState, _ result: inout FeedRun.Result, _ now: Instant) async {
    let run = FeedRun(reading: reading, transport: source.transport, delivered: .stale)
    let replies = answers.replies.compactMap(\.reply)
    let reason = answers.frozen?.reason ?? "mirror.frozen"
    run.describe(replies, in: &result)
    do throws(FeedRun.Refusal) {
      try await run.normalize(replies, &result)
    } catch {
      return await fail(TransportFailure(error, at: now), state, &result, now)
    }
    result.report.outcome = .stale
    result.report.reason = reason
    result.report.notes += answers.notes
    result.report.checkedAt = nil
    if !needsEntries {
      result.lines = EntryLines(result.entries)
      result.entries = []
    }
    state.lastPolledAt = now
    state.failures += 1
    state.lastFailure = reason
    state.nextDue = now.adding(seconds: Backoff.seconds(failures: state.failures, cadence: feed.cadence))
    await commit(FeedUpdate(state), &result, now)
  }

  @discardableResult
  private func commit(_ update: FeedUpdate, _ result: inout FeedRun.Result, _ now: Instant) async -> Bool {
    do throws(StoreError) {
      try await store.commit(update)
      return true
    } catch {
      result.storeError = error
      var event = FetchEvent(.error, error.reason, feed.id)
      event.reason = error.reason
      source.log(event)
      return false
    }
  }

  // MARK: - The log

  /// One record that ends the story of the feed in this run.
  private func log(_ result: inout FeedRun.Result) {
    result.report.notes = Scrubber(feed).clean(result.report.notes)
    let report = result.report
    var event = FetchEvent(report.outcome.isDelivered ? .info : .warn, "feed.\(report.outcome.rawValue)", feed.id)
    event.url = report.url
    event.attempt = report.attempts
    event.bytes = report.bytes
    event.reason = report.reason
    event.fields = [.init("entries", "\(report.entries)")]
    source.log(event)
  }
}

extension FeedPoll.Answers {
  fileprivate mutating func take(_ exchange: ExchangeFacts, _ request: FeedRequest) {
    attempts += exchange.attempts
    freshness = min(freshness ?? exchange.freshness, exchange.freshness)
    receivedAt = exchange.receivedAt
    if let url = exchange.movedTo { moved[request.label] = url }
    for (code, detail) in exchange.notes { notes.append(Note(Note.Code(code), request: request.label, detail)) }
  }
}

extension TransportFailure {
  fileprivate init(_ error: AdapterError) { self.init(error.code.description, error.advice) }

  fileprivate init(_ refusal: FeedRun.Refusal, at now: Instant) {
    self.init(refusal.reason, refusal.detail, notBefore: refusal.retryAfter.map { now.adding(seconds: min($0, Freshness.most)) })
  }
}

extension Note.Code {
  static let stale = Note.Code("stale")
}

/// Replies that are valid and say nothing.
enum Blank {
  static func isBlank(_ body: [UInt8]) -> Bool {
    guard body.count <= 4096 else { return false }
    let text = body.filter { $0 > 0x20 }
    return text.isEmpty || ["{}", "null", "\"\""].contains { text.elementsEqual($0.utf8) }
  }
}

/// A length of time for people.
enum Age {
  static func text(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case ..<120: "\(max(0, seconds)) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
