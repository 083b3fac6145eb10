public import Aggregation
import Basics
public import CampusCatalog
import Fetching
import GRDB
public import OpeningHours

extension SnapshotStore {
  /// Returns accepted results, newest first, by number.
  ///
  /// - Parameter since: the earliest time of acceptance; nil for all.
  public func snapshots(of feeds: [FeedID]? = nil, since: Instant? = nil, limit: Int? = nil) async throws(StoreError) -> [SnapshotRecord] {
    try await connection.read { database in
      let wanted = feeds.map { Set($0.map(\.description)) }
      let rows = try SnapshotRow.rows("WHERE accepted_at >= ifnull(?, '') ORDER BY id DESC", [since], in: database)
      return try Array(rows.filter { wanted?.contains($0.feed) ?? true }.prefix(limit ?? .max).map { try SnapshotRecord($0, in: database) })
    }
  }

  /// Returns the campuses of the feeds that have been read.
  public func campuses() async throws(StoreError) -> [CampusID] {
    try await connection.read { database in
      var campuses: [CampusID] = []
      let rows = try database.rows("SELECT DISTINCT substr(id, 1, instr(id, '/') - 1) FROM feed") { $0.text() }
      while let text = try rows.next() {
        guard let campus = CampusID(text) else { throw DamagedRow("a feed") }
        campuses.append(campus)
      }
      return campuses
    }
  }

  public func snapshotCounts() async throws(StoreError) -> [FeedID: Int] {
    try await connection.read { database in
      var counts: [FeedID: Int] = [:]
      let rows = try database.rows("SELECT feed, count(*) FROM snapshot GROUP BY feed") { ($0.text(), $0.integer()) }
      while let (text, count) = try rows.next() {
        guard let feed = FeedID(text) else { throw DamagedRow("a result") }
        counts[feed] = count
      }
      return counts
    }
  }

  /// Returns an accepted result by its number; nil if there is none.
  public func snapshot(_ id: Int) async throws(StoreError) -> SnapshotRecord? {
    try await connection.read { database in
      try SnapshotRow.row(id, in: database).map { try SnapshotRecord($0, in: database) }
    }
  }

  /// Returns the changes of a result, sorted by the bytes of the ids; none for a feed's first one.
  package func changes(of snapshot: Int) async throws(StoreError) -> [EntryChange] {
    try await connection.read { database in
      try Array(EntryChange.rows("WHERE snapshot = ? ORDER BY entry", [snapshot], in: database))
    }
  }

  /// Returns the replies that a result was read from, sorted by label. None for a stream, which keeps only its last replies.
  ///
  /// - Throws: `store.corrupt` if a row is damaged or a body is missing.
  public func replies(of snapshot: Int) async throws(StoreError) -> [SnapshotReply] {
    try await connection.read { database in
      let rows = try BodyRow.rows("WHERE snapshot = ? ORDER BY label", [snapshot], in: database)
      return try Array(
        rows.map { row in
          guard let size = try database.integer("SELECT size FROM content WHERE sha256 = ?", [row.body]) else {
            throw DamagedRow("the content \(row.body)")
          }
          return SnapshotReply(
            label: row.label, sha256: row.body.description, size: size, url: row.reply?.url, headers: try row.reply?.headers.read(),
            receivedAt: row.reply?.receivedAt)
        })
    }
  }

  /// Returns the entries of a result as canonical lines, each with its line feed; nil if the store does not have the result.
  ///
  /// - Throws: `store.corrupt` if they are damaged or missing.
  public func lines(of snapshot: Int) async throws(StoreError) -> EntryLines? {
    let found = try await connection.read { database in
      try SnapshotRow.row(snapshot, in: database).map { (content: try database.requiredContent($0.content), count: $0.result.entries) }
    }
    return try found.map { (content, count) throws(StoreError) in EntryLines(bytes: try content.unpacked(), count: count) }
  }
}

extension SnapshotRecord {
  init(_ row: SnapshotRow, in database: Database) throws {
    guard let feed = FeedID(row.feed) else { throw DamagedRow("the result \(row.id) of \(row.feed)") }
    id = row.id
    self.feed = feed
    result = row.result
    func number(_ sql: String, _ values: any ColumnValue...) throws -> Int { try database.integer(sql, values) ?? 0 }
    let contents = "sha256 = ?1 OR sha256 IN (SELECT sha256 FROM snapshot_body WHERE snapshot = ?2)"
    storedBytes = try number("SELECT sum(length(bytes)) FROM content WHERE \(contents)", row.content, row.id)
    let count = "SELECT count(*) FROM change WHERE snapshot = ? AND what = ?"
    added = try number(count, row.id, "added")
    changed = try number(count, row.id, "changed")
    gone = try number(count, row.id, "gone")
    isFirst = try number("SELECT EXISTS (SELECT 1 FROM snapshot WHERE feed = ? AND id < ?)", row.feed, row.id) == 0
    isCurrent = try number("SELECT EXISTS (SELECT 1 FROM feed WHERE id = ? AND snapshot = ?)", row.feed, row.id) == 1
    isStream = try number("SELECT EXISTS (SELECT 1 FROM feed WHERE id = ? AND is_stream <> 0)", row.feed) == 1
  }
}
