public import Aggregation
public import CampusCatalog
import FeedKit
import GRDB
public import OpeningHours

/// When the entries of a store last changed.
public struct EntryChangeTimes: Sendable {
  /// When a result first had an entry, or had it with other values, except in the first result of a feed.
  let changes: [EntryID: Instant]
  /// When the first result of each feed was accepted.
  let beginnings: [FeedID: Instant]

  /// Returns when an entry last changed, or the time since which it has been as it is; nil if the store has none of its feeds.
  public func time(of entry: Entry) -> Instant? {
    let changed = ([entry.id] + entry.aliases).compactMap { changes[$0] }
    return changed.max() ?? entry.sources.compactMap { beginnings[$0.feed] }.max()
  }
}

extension SnapshotStore {
  /// Returns when the stored entries last changed.
  ///
  /// - Parameter limit: the moment of a run in the past; nil for the time of the newest results.
  public func changeTimes(until limit: Instant? = nil) async throws(StoreError) -> EntryChangeTimes {
    try await connection.read { database in
      var changes: [EntryID: Instant] = [:]
      let query = "SELECT entry, max(at) FROM change WHERE what <> 'gone' AND at <= ifnull(?, at) GROUP BY entry"
      let changed = try database.rows(query, [limit]) { ($0.text(), $0.instant()) }
      while let (text, at) = try changed.next() {
        guard let id = EntryID(text) else { throw DamagedRow("the change of \(text)") }
        changes[id] = at
      }
      var beginnings: [FeedID: Instant] = [:]
      let first = try database.rows("SELECT feed, min(accepted_at) FROM snapshot GROUP BY feed") { ($0.text(), $0.instant()) }
      while let (text, at) = try first.next() {
        guard let feed = FeedID(text) else { throw DamagedRow("a result of \(text)") }
        beginnings[feed] = at
      }
      try FeedStartRow.rows(in: database).forEach { beginnings[$0.feed] = min($0.at, beginnings[$0.feed] ?? $0.at) }
      // The feeds of a catalog have no results of their own.
      try UpstreamRow.rows(in: database).forEach { row in
        guard let beginning = FeedID(row.feed).flatMap({ beginnings[$0] }) else { return }
        for report in row.catalog.feeds where beginnings[report.id] == nil { beginnings[report.id] = beginning }
      }
      return EntryChangeTimes(changes: changes, beginnings: beginnings)
    }
  }
}

/// When the first result of a feed was accepted. A feed has this row when its oldest stored result is not its first one.
struct FeedStartRow {
  let feed: FeedID
  let at: Instant
}

extension FeedStartRow: StoredRow {
  static let table = StoredTable("feed_start", ["feed", "at"], or: .ignore)

  init(reading row: inout RowReader) throws {
    let feed = row.text()
    at = row.instant()
    self.feed = try row.verify("the start of \(feed)", FeedID(feed))
  }

  var values: [any ColumnValue] { [feed.description, at] }
}
