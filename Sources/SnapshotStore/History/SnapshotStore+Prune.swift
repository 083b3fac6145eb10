public import Aggregation
import Basics
import CampusCatalog
import GRDB
public import OpeningHours

/// The numbers of things that `SnapshotStore.prune` removed, or would remove.
public struct PruneResult: Sendable, Hashable {
  public var runs = 0
  public var snapshots = 0
  /// Replies of these results; with `Thinning.weekly`, of results that stay.
  public var replies = 0
  public var contents = 0
  /// Bytes of these contents as stored.
  public var contentBytes = 0
  public var changes = 0
  /// Bytes by which the file became smaller. Free space inside the file is reused in any case.
  public var fileBytes = 0
}

/// What stays of the runs before the limit of `SnapshotStore.prune`.
public enum Thinning: Sendable, Hashable {
  /// Nothing that is not needed otherwise.
  case all
  /// The last run, by number, of each week and selection, and the entries of all results, so that every version of every entry remains known.
  /// Weeks begin on Monday (ISO 8601), in UTC.
  case weekly
}

extension SnapshotStore {
  /// Removes runs that are older than a moment, then the results and replies that no remaining run and no feed needs.
  ///
  /// Keeps the newest run of each selection, the last run that each watch has reported, and the last good result of each feed. When
  /// entries appeared, disappeared and last changed before a remaining run is still known (`versions`, `changeTimes`). Everything is removed in one transaction. Then shrinks the file if
  /// at least a quarter of it is free and no other process uses it.
  /// - Parameters:
  ///   - limit: runs and results from this moment or later stay.
  ///   - thinning: what stays of earlier ones.
  ///   - now: the clock's time. Times after it are wrong: such a run or result is as old as the next one, by number, that is older than the
  ///     limit. Nil to trust all times.
  ///   - isDry: whether to write nothing and only return the numbers.
  /// - Throws: `store.corrupt` if a list of parts is damaged; `store.busy` if another process holds the write lock.
  public func prune(
    before limit: Instant, _ thinning: Thinning = .all, now: Instant? = nil, isDry: Bool = false
  ) async throws(StoreError) -> PruneResult {
    func isOld(_ table: String, _ time: String) -> String {
      "(\(time) < ?1 OR \(time) > ?2 AND id < (SELECT max(id) FROM \(table) WHERE \(time) < ?1))"
    }
    // The Monday on or before the date. A wrong time in the future has no week.
    let weekly = """
       AND id NOT IN (
        SELECT max(id) FROM run WHERE generated_at < ?1 AND generated_at <= ifnull(?2, generated_at)
        GROUP BY selection, date(generated_at, '-6 days', 'weekday 1'))
      """
    let runs = """
      \(isOld("run", "generated_at")) AND id NOT IN (SELECT max(id) FROM run GROUP BY selection) AND id NOT IN (SELECT run FROM watch)\
      \(thinning == .weekly ? weekly : "")
      """
    let results = isOld("snapshot", "accepted_at")
    guard isDry else { return try await remove(runs: runs, results: results, [limit, now], thinning) }
    return try await connection.read { database in
      defer { try? Self.dropSelection(in: database) }
      return try Self.select(runs: runs, results: results, [limit, now], thinning, in: database)
    }
  }

  /// Removes runs by their numbers, and the contents that no other run and no feed needs. Numbers of missing runs are ignored. If the last
  /// run reported by a watch is removed, the watch says so in its next round.
  public func remove(runs numbers: [Int]) async throws(StoreError) -> PruneResult {
    try await remove(runs: "id IN (\(numbers.map(String.init).joined(separator: ", ")))", results: "0", [])
  }

  private func remove(
    runs: String, results: String, _ values: [any ColumnValue & Sendable], _ thinning: Thinning = .all
  ) async throws(StoreError) -> PruneResult {
    try await connection.write { database in
      var result = PruneResult()
      try database.inTransaction(.immediate) {
        result = try Self.select(runs: runs, results: results, values, thinning, in: database)
        if thinning == .all { try Self.removeResults(in: database) }
        try database.execute(
          sql: """
            DELETE FROM run WHERE id IN (SELECT id FROM old_run);
            DELETE FROM snapshot_body WHERE snapshot IN (SELECT id FROM old_snapshot);
            DELETE FROM content_hash WHERE parts NOT IN (SELECT sha256 FROM needed);
            DELETE FROM content WHERE sha256 IN (SELECT sha256 FROM old_content)
            """)
        try Self.dropSelection(in: database)
        return .commit
      }
      result.fileBytes = try self.compact(in: database)
      return result
    }
  }

  /// Removes the old results, with the changes that are not needed without them.
  private static func removeResults(in database: Database) throws {
    let oldFeeds = "SELECT feed FROM snapshot WHERE id IN (SELECT id FROM old_snapshot)"
    let starts = try database.rows("SELECT feed, min(accepted_at) FROM snapshot WHERE feed IN (\(oldFeeds)) GROUP BY feed") {
      ($0.text(), $0.instant())
    }
    for (text, at) in try Array(starts) {
      guard let feed = FeedID(text) else { throw DamagedRow("a result of \(text)") }
      try FeedStartRow(feed: feed, at: at).insert(in: database)
    }
    try database.execute(
      sql: """
        DELETE FROM snapshot_body WHERE snapshot IN (SELECT id FROM old_snapshot);
        DELETE FROM \(oldChanges);
        DELETE FROM snapshot WHERE id IN (SELECT id FROM old_snapshot);
        DELETE FROM past_date WHERE date < ifnull((SELECT date(min(accepted_at), '-1 day') FROM snapshot), date)
        """)
  }

  /// The changes of entries that changed again, with no remaining run in between, whose exports would say when the entry last changed.
  private static let oldChanges = """
    change WHERE what = 'changed' AND snapshot IN (SELECT id FROM old_snapshot) AND EXISTS (
      SELECT 1 FROM change AS later
      WHERE later.entry = change.entry AND later.what <> 'gone' AND (later.at, later.snapshot) > (change.at, change.snapshot)
        AND NOT EXISTS (SELECT 1 FROM kept_run WHERE kept_run.at >= change.at AND kept_run.at < later.at))
    """

  /// Selects the runs and results that meet conditions and are not needed, and the contents that only they need, into temporary tables.
  /// Does not set `fileBytes`.
  ///
  /// - Throws: `DamagedRow` if the list of parts of a remaining run is missing or damaged: without it, needed contents are unknown.
  private static func select(
    runs: String, results: String, _ values: [any ColumnValue], _ thinning: Thinning, in database: Database
  ) throws -> PruneResult {
    try database.execute("CREATE TEMP TABLE old_run AS SELECT id FROM run WHERE \(runs)", values)
    try database.execute(
      sql: """
        CREATE TEMP TABLE kept_run (at TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT OR IGNORE INTO kept_run SELECT generated_at FROM run WHERE id NOT IN (SELECT id FROM old_run)
        """)
    try database.execute(sql: "CREATE TEMP TABLE needed (sha256 BLOB PRIMARY KEY) WITHOUT ROWID")
    try collectNeededContents(in: database)
    try database.execute(
      """
      CREATE TEMP TABLE old_snapshot AS SELECT id FROM snapshot WHERE \(results) AND content NOT IN (SELECT sha256 FROM needed)
        AND id NOT IN (SELECT snapshot FROM feed WHERE snapshot IS NOT NULL)
      """, values)
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO needed SELECT body FROM request;
        INSERT OR IGNORE INTO needed
          SELECT content FROM snapshot \(thinning == .all ? "WHERE id NOT IN (SELECT id FROM old_snapshot)" : "");
        INSERT OR IGNORE INTO needed SELECT sha256 FROM snapshot_body WHERE snapshot NOT IN (SELECT id FROM old_snapshot);
        WITH RECURSIVE base (id) AS (
            SELECT base FROM patch WHERE content IN (SELECT sha256 FROM needed) UNION SELECT base FROM patch JOIN base ON content = id)
          INSERT OR IGNORE INTO needed SELECT id FROM base;
        CREATE TEMP TABLE old_content AS SELECT sha256, length(bytes) AS size FROM content WHERE sha256 NOT IN (SELECT sha256 FROM needed)
        """)
    func number(_ query: String) throws -> Int { try database.integer("SELECT \(query)") ?? 0 }
    var result = PruneResult()
    result.runs = try number("count(*) FROM old_run")
    if thinning == .all {
      result.snapshots = try number("count(*) FROM old_snapshot")
      result.changes = try number("count(*) FROM \(oldChanges)")
    }
    result.replies = try number("count(*) FROM snapshot_body WHERE snapshot IN (SELECT id FROM old_snapshot)")
    result.contents = try number("count(*) FROM old_content")
    result.contentBytes = try number("sum(size) FROM old_content")
    return result
  }

  private static func dropSelection(in database: Database) throws {
    let tables = ["old_run", "kept_run", "needed", "old_snapshot", "old_content"]
    try database.execute(sql: tables.map { "DROP TABLE IF EXISTS temp.\($0)" }.joined(separator: ";"))
  }

  /// Fills the table `needed` with all contents that the remaining runs refer to. Each list of parts is read once for all runs that share
  /// it.
  private static func collectNeededContents(in database: Database) throws {
    func add(_ id: ContentID) throws { try database.execute("INSERT OR IGNORE INTO temp.needed VALUES (?)", [id]) }
    var lists: Set<ContentID> = []
    try RunRecord.rows("WHERE id NOT IN (SELECT id FROM old_run)", in: database).forEach { run in
      for id in [run.campuses, run.reports, run.parts] { try add(id) }
      lists.insert(run.parts)
    }
    for id in lists.sorted(by: { $0.description < $1.description }) {
      for part in try StoredJSON.parts(try database.requiredContent(id).unpacked()) { try add(part.content) }
    }
  }

  /// Shrinks the file with `VACUUM` if at least a quarter of its pages are free, and checkpoints the log. Returns the number of bytes
  /// by which the file became smaller: zero if another process holds a lock, or the disk has no space for the copy that `VACUUM` makes.
  private func compact(in database: Database) throws -> Int {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    let free = try database.integer("PRAGMA freelist_count") ?? 0
    let pageSize = try database.integer("PRAGMA page_size") ?? 0
    if free * 4 >= pages, free > 0 {
      do {
        try database.execute(sql: "VACUUM")
      } catch let error as DatabaseError
        where [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL].contains(error.resultCode) || error.isDiskFull(database.systemError)
      {
        return 0
      }
    }
    try? database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    return max(0, pages - (try database.integer("PRAGMA page_count") ?? pages)) * pageSize
  }
}
