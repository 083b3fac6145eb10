import GRDB

/// The tables of a store and their migrations.
///
/// Times are RFC 3339 texts in UTC with nine fractional digits. `check_sum` is the checksum of a row (`RowChecksum`).
///
/// - `content`: contents by SHA-256 (`StoredContent`): the entry lines of results, the bodies of replies, and the output of runs; `patch`: the
///   contents that patches are applied to.
/// - `snapshot`: the accepted results of all feeds; `snapshot_body`: the replies that they were read from (`BodyRow`).
/// - `feed`, `request` and `host`: the states between runs. `feed.snapshot` is the last good result.
/// - `run`: the output of runs, and how long it took to read their feeds; `content_hash`: the hashes of catalogs; `watch`: the progress of watches.
/// - `change`: the changes of each result; `stream_entry`: the entries of streams as they first appeared; `feed_start`: when the first result of
///   a feed was accepted, which has been removed (`FeedStartRow`).
/// - `upstream`: the campuses and reports of catalogs that are feeds (`UpstreamRow`).
/// - `past_date`: the hours of places on dates that have passed, which usual weeks are made of (`PastDate`).
/// - `favorite`: the entries that the user marked.
///
/// References to `feed` are deferred: a feed and its first result refer to each other, and the result is written before the feed.
enum Schema {
  /// "aggr" in ASCII: marks a file as a store of this program.
  static let applicationID: Int32 = 0x6167_6772
  /// The version that this program writes. It reads this one, and migrates older ones.
  static let version = steps.count
  /// The versions that later programs may write.
  static let nextVersions = (version + 1)...(version + 10)

  /// The migrations (the folder `Migrations`): the step at index n leads from version n to n + 1.
  ///
  /// Files of each version exist, so a change of the tables is a further step, not an edit of these.
  static let steps = (1...EmbeddedFiles.texts.count).compactMap { EmbeddedFiles.texts["Migrations/\($0).sql"] }

  /// Migrates a file to the current version in one transaction. The connection must not be in a transaction.
  ///
  /// Files from before version 3 have no changes of results; they are computed in the same transaction (`recordEarlierChanges`). A process
  /// that is killed during that leaves the old version.
  /// - Parameter backUp: called with the old version before it is changed, while no other process can write; not for a new file.
  static func migrate(_ database: Database, backUp: (Int) throws -> Void) throws {
    guard try userVersion(database) < version else { return }
    try database.inTransaction(.immediate) {
      // Another process may have migrated it in the meantime.
      let reached = try userVersion(database)
      guard reached < version else { return .commit }
      if reached > 0 { try backUp(reached) }
      for step in steps[max(0, reached)...] { try database.execute(sql: step) }
      if (1..<3).contains(reached) { try database.recordEarlierChanges() }
      try database.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
      return .commit
    }
  }

  /// Lets a reading connection read a file of an older version: creates the tables and columns that the file lacks as temporary ones, which
  /// exist only for this connection and hide those of the file. The connection must not be in a transaction.
  static func complete(_ database: Database, version old: Int) throws {
    guard old < version else { return }
    try database.execute(sql: "PRAGMA temp_store = MEMORY")
    let hasNoHistory = (1..<3).contains(old)
    if hasNoHistory { try database.execute(sql: "CREATE TEMP TABLE snapshot_body AS SELECT * FROM main.snapshot_body") }
    // The other steps only add tables, or add columns to tables that are temporary here.
    let hasRuns = (3..<7).contains(old)
    if hasRuns { try database.execute(sql: "CREATE TEMP VIEW run AS SELECT *, NULL AS durations FROM main.run") }
    for (index, step) in steps.enumerated().dropFirst(old) where !(hasRuns && index == 6) {
      let step = step.replacing("CREATE TABLE ", with: "CREATE TEMP TABLE ").replacing("CREATE INDEX ", with: "CREATE INDEX temp.")
      try database.execute(sql: step)
    }
    if hasNoHistory { try database.recordEarlierChanges() }
  }

  /// Returns the version that matches the tables of a file; nil if there is none. SQLite has no checksum of the header, where the version
  /// number is.
  static func version(ofTablesIn database: Database) throws -> Int? {
    func tables(_ database: Database) throws -> [String] {
      try Array(database.rows("SELECT sql FROM sqlite_schema ORDER BY name") { $0.optionalText() ?? "" })
    }
    let found = try tables(database)
    return try DatabaseQueue().writeWithoutTransaction { empty in
      for (index, step) in steps.enumerated() {
        try empty.execute(sql: step)
        if try tables(empty) == found { return index + 1 }
      }
      return nil
    }
  }

  /// Returns the version of the file; zero for a new one.
  static func userVersion(_ database: Database) throws -> Int { try database.integer("PRAGMA user_version") ?? 0 }
}
