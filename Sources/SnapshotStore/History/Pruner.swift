import Foundation
import GRDB
import OpeningHours

/// Removes old runs and results, inside a transaction of the caller.
enum Pruner {
  /// Removes what is older than a limit and not needed.
  ///
  /// - Parameter limit: what is from this moment or later stays.
  /// - Returns: what was removed; `fileBytes` is zero.
  /// - Throws: `DamagedRow` if the list of parts of a remaining run is missing or damaged: without it, needed contents are unknown.
  static func prune(before limit: Instant, in database: Database) throws -> PruneResult {
    var result = PruneResult()
    result.runs = try delete(
      """
      DELETE FROM run WHERE generated_at < ? AND id NOT IN (SELECT id FROM (SELECT id, row_number() OVER
        (PARTITION BY selection ORDER BY generated_at DESC, id DESC) AS age FROM run) WHERE age = 1)
        AND id NOT IN (SELECT run FROM watch)
      """, [RowWriter.text(limit)], in: database)
    try database.execute(sql: "CREATE TEMP TABLE needed (sha256 BLOB PRIMARY KEY) WITHOUT ROWID")
    try collectNeededContents(in: database)
    try database.execute(
      sql: """
        CREATE TEMP TABLE old AS SELECT id FROM snapshot WHERE accepted_at < ? AND content NOT IN (SELECT sha256 FROM needed)
          AND id NOT IN (SELECT snapshot FROM feed WHERE snapshot IS NOT NULL)
        """, arguments: [RowWriter.text(limit)])
    _ = try delete("DELETE FROM snapshot_body WHERE snapshot IN (SELECT id FROM old)", in: database)
    result.changes = try delete("DELETE FROM change WHERE what = 'changed' AND snapshot IN (SELECT id FROM old)", in: database)
    result.snapshots = try delete("DELETE FROM snapshot WHERE id IN (SELECT id FROM old)", in: database)
    try database.execute(sql: "DELETE FROM content_hash WHERE parts NOT IN (SELECT sha256 FROM needed)")
    let unused = """
      FROM content WHERE sha256 NOT IN (SELECT sha256 FROM needed) AND sha256 NOT IN (SELECT content FROM snapshot)
        AND sha256 NOT IN (SELECT sha256 FROM snapshot_body) AND sha256 NOT IN (SELECT body FROM request)
      """
    result.contentBytes = try Int.fetchOne(database, sql: "SELECT sum(length(bytes)) \(unused)") ?? 0
    result.contents = try delete("DELETE \(unused)", in: database)
    try database.execute(sql: "DROP TABLE temp.needed; DROP TABLE temp.old")
    return result
  }

  /// Fills the table `needed` with all contents that runs refer to.
  /// SQLite does not know which contents a list of parts names, so each list is read, once for all runs that share it.
  private static func collectNeededContents(in database: Database) throws {
    let statement = try database.cachedStatement(sql: "INSERT OR IGNORE INTO temp.needed VALUES (?)")
    var lists: Set<ContentID> = []
    try RunRow.each(in: database) { run in
      for id in [run.campuses, run.reports, run.parts] { try statement.execute(arguments: [id.bytes]) }
      lists.insert(run.parts)
      return true
    }
    for id in lists {
      guard let content = try StoreQueries.content(id, in: database) else { throw DamagedRow("the content \(id)") }
      for part in try PartList(reading: try content.unpacked()).parts { try statement.execute(arguments: [part.content.bytes]) }
    }
  }

  private static func delete(_ sql: String, _ arguments: StatementArguments = [], in database: Database) throws -> Int {
    try database.execute(sql: sql, arguments: arguments)
    return database.changesCount
  }
}
