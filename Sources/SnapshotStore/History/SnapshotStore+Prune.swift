public import Aggregation
import GRDB
public import OpeningHours

/// The numbers of things that `SnapshotStore.prune` removed, or would remove.
public struct PruneResult: Sendable, Hashable {
  public var runs = 0
  public var snapshots = 0
  public var contents = 0
  /// Bytes of these contents as stored.
  public var contentBytes = 0
  public var changes = 0
  /// Bytes by which the file became smaller. Free space inside the file is reused in any case.
  public var fileBytes = 0
}

extension SnapshotStore {
  /// Removes runs that are older than a moment, then the results and replies that no remaining run and no feed needs.
  ///
  /// Keeps the newest run of each selection, the last run that each watch has reported, and the last good result of each feed. When
  /// entries appeared and disappeared is still known (`versions`). Everything is removed in one transaction. Then shrinks the file if
  /// at least a quarter of it is free and no other process uses it.
  /// - Parameters:
  ///   - limit: runs and results from this moment or later stay.
  ///   - isDry: whether to change nothing and only return the numbers.
  /// - Throws: `store.corrupt` if a list of parts is damaged; `store.busy` if another process holds the write lock.
  public func prune(before limit: Instant, isDry: Bool = false) async throws(StoreError) -> PruneResult {
    try await connection.write { database in
      var result = PruneResult()
      try database.inTransaction(.immediate) {
        result = try Self.removeOld(before: limit, in: database)
        return isDry ? .rollback : .commit
      }
      if !isDry { result.fileBytes = try self.compact(in: database) }
      return result
    }
  }

  /// Removes everything that is older than a limit and not needed. Does not set `fileBytes`.
  ///
  /// - Throws: `DamagedRow` if the list of parts of a remaining run is missing or damaged: without it, needed contents are unknown.
  private static func removeOld(before limit: Instant, in database: Database) throws -> PruneResult {
    var result = PruneResult()
    result.runs = try delete(
      """
      DELETE FROM run WHERE generated_at < ? AND id NOT IN (SELECT id FROM (SELECT id, row_number() OVER
        (PARTITION BY selection ORDER BY generated_at DESC, id DESC) AS age FROM run) WHERE age = 1)
        AND id NOT IN (SELECT run FROM watch)
      """, [limit], in: database)
    try database.execute(sql: "CREATE TEMP TABLE needed (sha256 BLOB PRIMARY KEY) WITHOUT ROWID")
    try collectNeededContents(in: database)
    try database.execute(
      """
      CREATE TEMP TABLE old AS SELECT id FROM snapshot WHERE accepted_at < ? AND content NOT IN (SELECT sha256 FROM needed)
        AND id NOT IN (SELECT snapshot FROM feed WHERE snapshot IS NOT NULL)
      """, [limit])
    try database.execute(sql: "DELETE FROM snapshot_body WHERE snapshot IN (SELECT id FROM old)")
    result.changes = try delete("DELETE FROM change WHERE what = 'changed' AND snapshot IN (SELECT id FROM old)", in: database)
    result.snapshots = try delete("DELETE FROM snapshot WHERE id IN (SELECT id FROM old)", in: database)
    try database.execute(sql: "DELETE FROM content_hash WHERE parts NOT IN (SELECT sha256 FROM needed)")
    let unused = """
      FROM content WHERE sha256 NOT IN (SELECT sha256 FROM needed) AND sha256 NOT IN (SELECT content FROM snapshot)
        AND sha256 NOT IN (SELECT sha256 FROM snapshot_body) AND sha256 NOT IN (SELECT body FROM request)
      """
    result.contentBytes = try database.integer("SELECT sum(length(bytes)) \(unused)") ?? 0
    result.contents = try delete("DELETE \(unused)", in: database)
    try database.execute(sql: "DROP TABLE temp.needed; DROP TABLE temp.old")
    return result
  }

  /// Fills the table `needed` with all contents that runs refer to. Each list of parts is read once for all runs that share it.
  private static func collectNeededContents(in database: Database) throws {
    func add(_ id: ContentID) throws { try database.execute("INSERT OR IGNORE INTO temp.needed VALUES (?)", [id]) }
    var lists: Set<ContentID> = []
    try RunRecord.rows(in: database).forEach { run in
      for id in [run.campuses, run.reports, run.parts] { try add(id) }
      lists.insert(run.parts)
    }
    for id in lists {
      for part in try StoredJSON.parts(try database.requiredContent(id).unpacked()) { try add(part.content) }
    }
  }

  private static func delete(_ sql: String, _ values: [any ColumnValue] = [], in database: Database) throws -> Int {
    try database.execute(sql, values)
    return database.changesCount
  }

  /// Shrinks the file with `VACUUM` if at least a quarter of its pages are free, and checkpoints the log. Returns the number of bytes
  /// by which both became smaller: zero if another process holds a lock, or the disk has no space for the copy that `VACUUM` makes.
  private func compact(in database: Database) throws -> Int {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    let free = try database.integer("PRAGMA freelist_count") ?? 0
    let before = StoreFile.size(path)
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
    return max(0, before - StoreFile.size(path))
  }
}
