import CampusCatalog
import Crypto
import FeedCore
import OpeningHours

extension FeedPoll {
  /// Nothing has changed: only the state moves. That is kept later, together with those of other feeds: whoever loses it asks
  /// again.
  func confirm(
    _ last: FeedState.LastGood, _ answers: Answers, _ settled: FeedState, _ before: FeedState, _ result: inout FeedRun.Result,
    _ now: Instant
  ) async {
    var state = settled
    state.held = nil
    state.lastGood?.checkedAt = now
    state.lastGood?.etag = state.requests.values.count == 1 ? state.requests.values.first?.validators.etag ?? last.etag : last.etag
    result.report.outcome = .unchanged
    result.report.notes += answers.notes
    await fill(&result, from: state.lastGood ?? last)
    if result.storeError == nil { record(answers) }
    if result.storeError?.reason == "store.corrupt" { Self.forget(&state) }
    result.confirmation = Shared(FeedUpdate(state, confirming: before))
  }

  /// New bytes: parse, guard, compare, accept.
  func read(
    _ replies: [FeedReply], _ given: Answers, _ state: inout FeedState, _ before: FeedState,
    _ came: [(sha256: String, bytes: [UInt8])], _ result: inout FeedRun.Result, _ now: Instant
  ) async throws(TransportFailure) {
    var (answers, bodies) = (given, came)
    let run = FeedRun(reading: reading, transport: source.transport, delivered: .fresh, needsEntries: needsEntries)
    run.describe(replies, in: &result)
    if let blank = replies.first(where: Blank.isBlank), !source.options.accepted.contains(feed.id) {
      state.held = ResultGuard.held(before.held, "guard.empty", entries: 0, at: now)
      if state.held != nil {
        return await hold("guard.empty", "\(blank.request.fileName) has nothing in it", state, before, &result, now, answers.echoes)
      }
    }
    // Notes on the way here are of this run alone, those on the content stay with it.
    var wayNotes = result.report.notes + answers.notes
    result.report.notes = []
    do throws(FeedRun.Refusal) {
      let unread = try await run.normalize(replies.filter { !Blank.isBlank($0) }, &result) { request in
        guard let known = standIn(for: request.label, before) else { return nil }
        return try? await stored(known, request)
      }
      for reply in unread {
        wayNotes.append(reply.note)
        forget(reply, &state, before, &bodies, result)
        await replace(reply.label, in: &answers.recorded, with: standIn(for: reply.label, before))
      }
    } catch {
      let failure = TransportFailure(error, at: now)
      tellLimit(failure, result)
      throw failure
    }
    let contentNotes = Scrubber(feed).clean(result.report.notes)
    result.report.notes = contentNotes + wayNotes
    let isStream = reading.adapter.manifest.isStream
    if !isStream || result.ids.isEmpty, !source.options.accepted.contains(feed.id) {
      let ids = try await lastIDs(before)
      if let (reason, detail) = ResultGuard.suspicion(result.ids, insteadOf: before.lastGood, ids: { ids }) {
        state.held = ResultGuard.held(before.held, reason, entries: result.ids.count, at: now)
        if state.held != nil { return await hold(reason, detail, state, before, &result, now, answers.echoes) }
      }
    }
    state.held = nil
    try await inherit(from: before.lastGood, &result)
    let lines = result.lines ?? EntryLines(result.entries)
    let content = SHA256.hash(data: lines.bytes).hexadecimal
    let isSame = before.lastGood?.content == content
    result.report.outcome = isSame ? .unchanged : .fresh
    result.report.checkedAt = now
    state.lastGood = FeedState.LastGood(
      acceptedAt: isSame ? before.lastGood?.acceptedAt ?? now : now, checkedAt: now, fetchedAt: result.report.fetchedAt ?? now,
      content: content, bodies: result.report.sha256 ?? "", bytes: result.report.bytes ?? 0, entries: lines.count,
      rejected: result.report.rejected, url: result.report.url, etag: result.report.etag, notes: contentNotes)
    var update = FeedUpdate(state, entries: isSame && !answers.isReset ? nil : lines.bytes, bodies: bodies)
    update.isStream = isStream
    if await commit(update, &result) {
      result.content = content
      record(answers)
      return
    }
    // What could not be kept is not shown either: the next run must find it new.
    let error = result.storeError ?? StoreError("store.io", "the store failed")
    result.removeEntries()
    result.report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent)
    result.report.attempts = answers.attempts
    await serve(before, error.reason, &result, now, detail: error.detail)
    result.storeError = error
  }

  /// The last accepted answer to a request, unless another address or another key gave it.
  private func standIn(for label: String, _ before: FeedState) -> FeedState.RequestState? {
    guard before.lastGood != nil, let known = before.requests[label], !known.key.isEmpty else { return nil }
    return known
  }

  /// An optional reply that can not be read leaves nothing behind: it is asked for again as if it had not come.
  private func forget(
    _ unread: FeedRun.Unread, _ state: inout FeedState, _ before: FeedState, _ bodies: inout [(sha256: String, bytes: [UInt8])],
    _ result: FeedRun.Result
  ) {
    let body = state.requests[unread.label]?.body
    state.requests[unread.label] = before.requests[unread.label]
    // Whether the server's validators lie is not told by what was no answer.
    state.distrustsValidators = before.distrustsValidators
    if !state.requests.values.contains(where: { $0.body == body }) { bodies.removeAll { $0.sha256 == body } }
    tell(unread.refusal.reason, unread.refusal.detail, unread.refusal.fields, result)
  }

  /// The ids of the last good result, where there are enough of them to tell a change of all.
  func lastIDs(_ before: FeedState) async throws(TransportFailure) -> [EntryID] {
    guard let last = before.lastGood, last.entries > 10 else { return [] }
    do throws(StoreError) {
      return EntryLines(bytes: try await store.entries(of: feed.id), count: last.entries).ids
    } catch {
      // What is damaged has to be replaced by the new result, which can not be compared with it.
      if error.reason == "store.corrupt" { return [] }
      throw TransportFailure(error.reason, error.detail)
    }
  }

  private func inherit(from last: FeedState.LastGood?, _ result: inout FeedRun.Result) async throws(TransportFailure) {
    do throws(StoreError) {
      try await Inheritance(reading: reading, store: store).pass(from: last, to: &result)
    } catch {
      throw TransportFailure(error.reason, error.detail)
    }
  }

  /// The last good result stays, with its validators; only the sighting is remembered.
  func hold(
    _ reason: String, _ detail: String, _ settled: FeedState, _ before: FeedState, _ result: inout FeedRun.Result, _ now: Instant,
    _ echoes: [Note]
  ) async {
    tell(reason, detail, [.init("old", before.lastGood?.entries ?? 0), .init("new", result.ids.count)], result)
    var state = before
    state.key = settled.key
    state.held = settled.held
    state.lastPolledAt = now
    state.nextDue = settled.nextDue
    result.nextDue = state.nextDue
    state.lastFailure = reason
    let attempts = result.report.attempts
    result.removeEntries()
    result.report = FeedReport(id: feed.id, adapter: feed.adapter, outcome: .absent)
    result.report.attempts = attempts
    result.report.notes = echoes
    let count = state.held?.count ?? 1
    await serve(
      before, reason, &result, now,
      detail: "\(detail); held back (\(count) of \(ResultGuard.confirmations) sightings), --accept \(feed.id) takes it")
    await commitUnlessOvertaken(state, before, &result)
  }
}
