import Aggregation
import CampusCatalog
public import Fetching
import GRDB
import OpeningHours

/// The row of a feed: its state without the requests and the last good result, which have their own rows.
struct FeedRow {
  /// The state. After reading the row it has no requests and no last good result yet.
  var state: FeedState
  /// Whether the feed is a stream: the bodies of its earlier replies are not stored.
  var isStream: Bool
  /// The id of the last good result's row.
  var snapshot: Int?
  /// The number of requests, to detect missing rows.
  var requests: Int
}

extension FeedRow: StoredRow {
  static let table = StoredTable(
    "feed",
    [
      "id", "key", "is_stream", "snapshot", "requests", "next_due", "not_before", "failures", "last_failure", "last_polled_at",
      "last_unconditional_at", "distrusts_validators", "gone_at", "held_reason", "held_count", "held_last_at",
    ], or: .update)

  /// Reads the row. Its checksum becomes the revision of the state (`FeedState.Revision`).
  init(reading row: inout RowReader) throws {
    let id = row.text()
    guard let feed = FeedID(id) else { throw DamagedRow("the feed \(id)") }
    state = FeedState(feed: feed, key: row.text())
    isStream = row.integer() != 0
    snapshot = row.optionalInteger()
    requests = row.integer()
    state.nextDue = row.optionalInstant()
    state.notBefore = row.optionalInstant()
    state.failures = row.integer()
    state.lastFailure = row.optionalText().map(ReasonCode.init)
    state.lastPolledAt = row.optionalInstant()
    state.lastUnconditionalAt = row.optionalInstant()
    let distrustedAt = row.integer()
    let goneAt = row.text()
    let held = (reason: row.optionalText(), count: row.optionalInteger(), lastAt: row.optionalInstant())
    state.revision = .number(try row.verify("the feed \(id)"))
    // Earlier versions wrote 1 instead of a time. Read as a time, it is long past.
    state.distrustedAt = distrustedAt == 0 ? nil : Instant(secondsSinceEpoch: Int64(distrustedAt))
    state.goneAt = try StoredJSON.instants(goneAt)
    if let reason = held.reason, let count = held.count, let lastAt = held.lastAt {
      state.held = FeedState.Held(reason: ReasonCode(reason), count: count & 7, entries: count >> 3, lastAt: lastAt)
    }
  }

  /// `distrusts_validators` is a time in seconds since 1970, or zero; `gone_at` is a JSON list of times.
  var values: [any ColumnValue] {
    [
      state.feed.description, state.key, isStream ? 1 : 0, snapshot, requests, state.nextDue, state.notBefore, state.failures,
      state.lastFailure?.description, state.lastPolledAt, state.lastUnconditionalAt,
      state.distrustedAt.map { Int($0.secondsSinceEpoch) } ?? 0,
      StoredJSON.write(state.goneAt), state.held?.reason.description,
      // The number of confirmations in the lower three bits, the number of entries above them.
      state.held.map { $0.entries << 3 | min($0.count, 7) }, state.held?.lastAt,
    ]
  }
}

/// A server's state is stored by its origin, such as "https://example.org:443".
extension HostState: StoredRow {
  static let table = StoredTable("host", ["origin", "not_before", "failures", "openings"], or: .replace)

  init(reading row: inout RowReader) throws {
    self.init(origin: row.text())
    notBefore = row.optionalInstant()
    failures = row.integer()
    openings = row.integer()
    try row.verify("the server \(origin)")
  }

  var values: [any ColumnValue] { [origin, notBefore, failures, openings] }
}

extension Database {
  /// Returns the states of feeds, with three queries for any number of feeds. Feeds without a state are left out.
  ///
  /// - Parameter feeds: nil for all.
  /// - Throws: `DamagedRow` if a row is damaged, a result belongs to another feed, or a feed does not have the number of requests in
  ///   its row.
  func feedStates(of feeds: [FeedID]?) throws -> [FeedID: FeedState] {
    // One parameter holds all ids, so that the text of the query is always the same.
    let ids = feeds.map { StoredJSON.write($0) }
    let condition = { (column: String) in ids == nil ? "" : "WHERE \(column) IN (SELECT value FROM json_each(?))" }
    let values: [any ColumnValue] = ids.map { [$0] } ?? []
    var requests: [String: [String: FeedState.RequestState]] = [:]
    try RequestRow.rows(condition("feed"), values, in: self).forEach { requests[$0.feed, default: [:]][$0.label] = $0.state }
    var upstreams: [String: UpstreamRow] = [:]
    try UpstreamRow.rows(condition("feed"), values, in: self).forEach { upstreams[$0.feed] = $0 }
    var states: [FeedID: FeedState] = [:]
    states.reserveCapacity(feeds?.count ?? requests.count)
    let query = """
      SELECT \(FeedRow.table.columns), \(SnapshotRow.table.columns) FROM feed LEFT JOIN snapshot ON snapshot.id = feed.snapshot
      \(condition("feed.id"))
      """
    let rows = try self.rows(query, values) { reader in
      var row = try FeedRow(reading: &reader)
      let feed = row.state.feed
      if row.snapshot != nil {
        let snapshot = try SnapshotRow(reading: &reader)
        guard snapshot.feed == feed.description else { throw DamagedRow("the feed \(feed)") }
        row.state.lastGood = snapshot.result
        if let upstream = upstreams[feed.description], upstream.content == snapshot.content {
          row.state.lastGood?.upstream = upstream.catalog
          row.state.heldFeeds = upstream.held
        }
      }
      row.state.requests = requests.removeValue(forKey: feed.description) ?? [:]
      guard row.state.requests.count == row.requests else { throw DamagedRow("the requests of \(feed)") }
      return row.state
    }
    try rows.forEach { states[$0.feed] = $0 }
    return states
  }
}
