import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// A source that reads feeds from recorded replies, without guards and without last good results to fall back to.
struct RecordedSource: FeedSource {
  let transport: any Transport
  /// The outcome of a feed that was read.
  let delivered: FeedReport.Outcome
  let store: (any FeedStore)?
  let deadline: RunDeadline

  var storesRuns: Bool { store?.storesRuns ?? false }
  var states: (any FeedStore)? { delivered == .replayed ? store : nil }

  func read(_ reading: Plan.Reading, known: Result<StoredFeed, StoreError>) async -> FeedResult? {
    let feed = reading.feed
    let reader = FeedReader(
      reading: reading, transport: transport, isRecording: true, store: store, deadline: deadline)
    var replies = FeedReplies(isUnconditional: true)
    var summary: ReplySummary?
    var decision: FeedDecision
    do throws(FeedFailure) {
      try await reader.collect(into: &replies, knowing: FeedState(feed: feed.id, key: reading.key))
      if replies.missing != nil { return nil }
      let all = ReplySummary(replies.replies, sha256: replies.onlySHA256)
      summary = all
      decision = .deliver(try await reader.normalize(replies.replies.withContent, all), replies, all, of: feed, as: delivered)
    } catch {
      decision = .refuse(error, replies, summary, of: feed)
    }
    var storeError: StoreError?
    if let read = decision.read, reading.adapter.manifest.derivesIDs {
      do throws(StoreError) {
        decision.read?.lines = try await reader.withFormerIDs(read.lines, after: known.get().state?.lastGood)
      } catch {
        storeError = error
      }
    }
    var result = await decision.result(of: feed, from: store)
    result.storeError = storeError
    if store != nil, decision.read != nil { result.replies = replies.replies }
    return result
  }

  var needsResults: Bool { true }

  /// Stores the results, then the output of the run.
  func commit(_ results: FeedResults?, _ run: RunUpdate?, at moment: Instant) async -> [StoreError] {
    guard let store, let results else { return [] }
    let states: [FeedID: FeedState]
    do throws(StoreError) { states = try await store.states(of: results.plan.readings.map(\.feed.id)) } catch { return [error] }
    // One after another, so that equal recordings result in equal stores.
    var errors: [StoreError] = []
    for (reading, result) in results.all where result.report.outcome == .replayed {
      // Without the stored result, its aliases would be lost.
      if result.storeError != nil { continue }
      do throws(StoreError) { try await commit(result, reading, states[reading.feed.id], to: store, at: moment) } catch {
        errors.append(error)
      }
    }
    guard errors.isEmpty, results.storeErrors.isEmpty else { return errors }
    return await store.commit(RunEnd(run: run)).map(\.error)
  }

  /// Stores one result, even if another run writes the state of its feed at the same time.
  private func commit(
    _ result: FeedResult, _ reading: Plan.Reading, _ known: FeedState?, to store: any FeedStore, at moment: Instant
  ) async throws(StoreError) {
    var known = known
    for _ in 1..<FeedPoll.maximumWrites {
      do throws(StoreError) { return try await store.commit(try update(result, reading, known, at: moment)) } catch {
        guard error.reason == .storeConflict else { throw error }
      }
      known = try await store.states(of: [reading.feed.id])[reading.feed.id]
    }
    try await store.commit(try update(result, reading, known, at: moment))
  }

  /// Returns the update for a recorded result. No guard applies, and earlier failures and held results are cleared.
  func update(_ result: FeedResult, _ reading: Plan.Reading, _ known: FeedState?, at moment: Instant) throws(StoreError)
    -> FeedUpdate
  {
    let feed = reading.feed
    let scrubber = Scrubber(feed)
    let lines = try result.lines.map { (lines) throws(StoreError) in try lines.stored(of: feed.id) } ?? EntryLines([])
    var state = FeedState(feed: feed.id, key: reading.key)
    state.revision = known?.revision ?? .none
    state.notBefore = known?.notBefore
    state.lastPolledAt = moment
    var bodies: [(sha256: String, bytes: [UInt8])] = []
    for reply in result.replies {
      let sha256 = SHA256.hash(reply.body).hexadecimal
      // No validators and an empty key, so that the next poll requests and reads everything.
      state.requests[reply.request.label] = FeedState.RequestState(
        key: "", validators: Validators(), body: sha256, url: reply.url ?? "",
        headers: StoredHeaders(reply.headers.mapValues(scrubber.clean)), receivedAt: reply.receivedAt ?? moment)
      bodies.append((sha256, reply.body))
    }
    // Notes on missing recorded requests are not notes on the content.
    let notes = result.report.notes.filter { $0.code != .requestMissing }
    let content = SHA256.hash(lines.bytes).hexadecimal
    state.lastGood = FeedState.LastGood(result.report, lines, content, notes, after: known?.lastGood, at: moment)
    state.lastGood?.upstream = result.upstream
    return FeedUpdate(
      state, entries: lines.bytes, bodies: bodies, isStream: reading.adapter.manifest.isStream, zone: reading.feed.campus.timeZone)
  }
}
