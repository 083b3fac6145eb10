import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import StoreInterface

/// The row of a feed: its state without the requests and the last good result, which have their own rows.
struct FeedRow: StoredRow {
  static let columns = """
    feed.id, feed.key, feed.is_stream, feed.snapshot, feed.requests, feed.next_due, feed.not_before, feed.failures, \
    feed.last_failure, feed.last_polled_at, feed.last_unconditional_at, feed.distrusts_validators, feed.gone_at, \
    feed.held_reason, feed.held_count, feed.held_last_at, feed.check_sum
    """

  static let insertion = """
    INSERT INTO feed (id, key, is_stream, snapshot, requests, next_due, not_before, failures, last_failure, last_polled_at, \
    last_unconditional_at, distrusts_validators, gone_at, held_reason, held_count, held_last_at, check_sum) VALUES (?, ?, ?, \
    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET key = excluded.key, is_stream = \
    excluded.is_stream, snapshot = excluded.snapshot, requests = excluded.requests, next_due = excluded.next_due, not_before \
    = excluded.not_before, failures = excluded.failures, last_failure = excluded.last_failure, last_polled_at = \
    excluded.last_polled_at, last_unconditional_at = excluded.last_unconditional_at, distrusts_validators = \
    excluded.distrusts_validators, gone_at = excluded.gone_at, held_reason = excluded.held_reason, held_count = \
    excluded.held_count, held_last_at = excluded.held_last_at, check_sum = excluded.check_sum
    """

  /// The state. After reading the row it has no requests and no last good result yet.
  var state: FeedState
  /// Whether the feed is a stream: the bodies of its earlier replies are not stored.
  var isStream: Bool
  /// The id of the last good result's row.
  var snapshot: Int?
  /// The number of requests, to detect missing rows.
  var requests: Int

  init(_ state: FeedState, isStream: Bool, snapshot: Int?) {
    self.state = state
    self.isStream = isStream
    self.snapshot = snapshot
    requests = state.requests.count
  }

  /// Reads the row. The checksum of the row becomes the revision of the state (`FeedState.Revision`).
  ///
  /// - Throws: `DamagedRow` if the checksum or a value is wrong.
  init(reading row: inout RowReader) throws {
    let id = row.text()
    let key = row.text()
    isStream = row.flag()
    snapshot = row.optionalInteger()
    requests = row.integer()
    let nextDue = row.optionalInstant()
    let notBefore = row.optionalInstant()
    let failures = row.integer()
    let lastFailure = row.optionalText()
    let lastPolledAt = row.optionalInstant()
    let lastUnconditionalAt = row.optionalInstant()
    let distrustedAt = row.integer()
    let goneAt = row.text()
    let held = (reason: row.optionalText(), count: row.optionalInteger(), lastAt: row.optionalInstant())
    let revision = try row.verify("the feed \(id)")
    guard let feed = FeedID(id) else { throw DamagedRow("the feed \(id)") }
    state = FeedState(feed: feed, key: key)
    state.nextDue = nextDue
    state.notBefore = notBefore
    state.failures = failures
    state.lastFailure = lastFailure.map(ReasonCode.init)
    state.lastPolledAt = lastPolledAt
    state.lastUnconditionalAt = lastUnconditionalAt
    // Earlier versions wrote 1 instead of a time. Read as a time, it is long past.
    state.distrustedAt = distrustedAt == 0 ? nil : Instant(secondsSinceEpoch: Int64(distrustedAt))
    state.revision = .number(revision)
    state.goneAt = try StoredJSON.instants(goneAt)
    if let reason = held.reason, let count = held.count, let lastAt = held.lastAt {
      state.held = FeedState.Held(reason: ReasonCode(reason), count: count & 7, entries: count >> 3, lastAt: lastAt)
    }
  }

  /// Writes the values. `distrusts_validators` is a time in seconds since 1970, or zero; `gone_at` is a JSON list of times.
  func write(to row: inout RowWriter) {
    row.text(state.feed.description)
    row.text(state.key)
    row.flag(isStream)
    row.integer(snapshot)
    row.integer(requests)
    row.instant(state.nextDue)
    row.instant(state.notBefore)
    row.integer(state.failures)
    row.text(state.lastFailure?.description)
    row.instant(state.lastPolledAt)
    row.instant(state.lastUnconditionalAt)
    row.integer(state.distrustedAt.map { Int($0.secondsSinceEpoch) } ?? 0)
    row.text(StoredJSON.write(state.goneAt))
    row.text(state.held?.reason.description)
    // The number of confirmations in the lower three bits, the number of entries above them.
    row.integer(state.held.map { $0.entries << 3 | min($0.count, 7) })
    row.instant(state.held?.lastAt)
  }
}
