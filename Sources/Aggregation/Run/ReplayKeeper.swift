import CampusCatalog
import Crypto
import FeedCore
import OpeningHours

/// Keeps recorded results as if they had been polled at one moment.
struct ReplayKeeper: Sendable {
  let store: any FeedStore
  let readings: [Plan.Reading]
  let moment: Instant

  /// The results that came through, then what the run wrote. Returns what could not be done.
  func keep(_ results: [FeedRun.Result], _ run: RunUpdate?) async -> [StoreError] {
    let states: [FeedID: FeedState]
    do throws(StoreError) { states = try await store.states(of: readings.map(\.feed.id)) } catch { return [error] }
    // One after another, so that the same recording gives its results the same numbers.
    var errors: [StoreError] = []
    for result in results where result.report.outcome == .replayed {
      // What the store could not tell of the last result would be lost with it.
      if result.storeError != nil { continue }
      guard let reading = readings.first(where: { $0.feed.id == result.report.id }) else { continue }
      do throws(StoreError) { try await store.commit(update(result, reading, states[reading.feed.id])) } catch { errors.append(error) }
    }
    guard errors.isEmpty, results.allSatisfy({ $0.storeError == nil }) else { return errors }
    return await store.commit(RunEnd(run: run)).map(\.error)
  }

  /// An operator's word: no guard is asked, and what was held back or failed before is forgotten.
  private func update(_ result: FeedRun.Result, _ reading: Plan.Reading, _ known: FeedState?) -> FeedUpdate {
    let feed = reading.feed
    let scrubber = Scrubber(feed)
    let lines = result.lines ?? EntryLines(result.entries)
    let content = SHA256.hash(data: lines.bytes).hexadecimal
    let isSame = known?.lastGood?.content == content
    var state = FeedState(feed: feed.id, key: reading.key)
    state.notBefore = known?.notBefore
    state.lastPolledAt = moment
    var bodies: [(sha256: String, bytes: [UInt8])] = []
    for reply in result.replies {
      let sha256 = SHA256.hash(data: reply.body).hexadecimal
      // Without validators, and with a key that belongs to no request: the next poll asks for all of it and reads it.
      state.requests[reply.request.label] = FeedState.RequestState(
        key: "", validators: Validators(), body: sha256, url: reply.url ?? "",
        headers: KeptHeaders(reply.headers.mapValues(scrubber.clean)),
        receivedAt: reply.receivedAt ?? moment)
      bodies.append((sha256, reply.body))
    }
    let report = result.report
    state.lastGood = FeedState.LastGood(
      acceptedAt: isSame ? known?.lastGood?.acceptedAt ?? moment : moment, checkedAt: moment, fetchedAt: report.fetchedAt ?? moment,
      content: content, bodies: report.sha256 ?? "", bytes: report.bytes ?? 0, entries: lines.count, rejected: report.rejected,
      url: report.url.map(scrubber.clean), etag: report.etag.map(scrubber.clean),
      // What a recording lacks says nothing of the content.
      notes: scrubber.clean(report.notes.filter { $0.code != .requestMissing }))
    return FeedUpdate(state, entries: lines.bytes, bodies: bodies, isStream: reading.adapter.manifest.isStream)
  }
}
