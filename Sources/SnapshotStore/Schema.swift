import GRDB

/// The tables of a store and their migrations.
///
/// Times are RFC 3339 texts in UTC with nine fractional digits. `check_sum` is the checksum of a row (`RowChecksum`).
///
/// - `content`: contents by SHA-256 (`StoredContent`): the entry lines of results, the bodies of replies, and the output of runs.
/// - `snapshot`: the accepted results of all feeds; `snapshot_body`: the replies that they were read from (`BodyRow`).
/// - `feed`, `request` and `host`: the states between runs. `feed.snapshot` is the last good result.
/// - `run`: the output of runs; `content_hash`: the hashes of catalogs; `watch`: the progress of watches.
/// - `change`: the changes of each result; `stream_entry`: the entries of streams as they first appeared; `feed_start`: when the first result of
///   a feed was accepted, which has been removed (`FeedStartRow`).
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

  /// The migrations: the step at index n leads from version n to n + 1.
  ///
  /// Files of each version exist, so a change of the tables is a further step, not an edit of these.
  static let steps = [
    """
    CREATE TABLE content (
      sha256 BLOB PRIMARY KEY NOT NULL,
      size INTEGER NOT NULL,
      coding TEXT NOT NULL,
      bytes BLOB NOT NULL
    );
    CREATE TABLE snapshot (
      id INTEGER PRIMARY KEY,
      feed TEXT NOT NULL REFERENCES feed (id) DEFERRABLE INITIALLY DEFERRED,
      accepted_at TEXT NOT NULL,
      checked_at TEXT NOT NULL,
      fetched_at TEXT NOT NULL,
      content BLOB NOT NULL REFERENCES content (sha256),
      bodies TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      entries INTEGER NOT NULL,
      rejected INTEGER NOT NULL,
      url TEXT,
      etag TEXT,
      notes TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    );
    CREATE INDEX snapshot_feed ON snapshot (feed, accepted_at);
    CREATE INDEX snapshot_content ON snapshot (content);
    CREATE TABLE snapshot_body (
      snapshot INTEGER NOT NULL REFERENCES snapshot (id),
      label TEXT NOT NULL,
      sha256 BLOB NOT NULL REFERENCES content (sha256),
      check_sum INTEGER NOT NULL,
      PRIMARY KEY (snapshot, label)
    ) WITHOUT ROWID;
    CREATE INDEX snapshot_body_sha256 ON snapshot_body (sha256);
    CREATE TABLE feed (
      id TEXT PRIMARY KEY NOT NULL,
      key TEXT NOT NULL,
      is_stream INTEGER NOT NULL,
      snapshot INTEGER REFERENCES snapshot (id),
      requests INTEGER NOT NULL,
      next_due TEXT,
      not_before TEXT,
      failures INTEGER NOT NULL,
      last_failure TEXT,
      last_polled_at TEXT,
      last_unconditional_at TEXT,
      distrusts_validators INTEGER NOT NULL,
      gone_at TEXT NOT NULL,
      held_reason TEXT,
      held_count INTEGER,
      held_last_at TEXT,
      check_sum INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE request (
      feed TEXT NOT NULL REFERENCES feed (id) DEFERRABLE INITIALLY DEFERRED,
      label TEXT NOT NULL,
      key TEXT NOT NULL,
      etag TEXT,
      last_modified TEXT,
      body BLOB NOT NULL REFERENCES content (sha256),
      url TEXT NOT NULL,
      headers TEXT NOT NULL,
      received_at TEXT NOT NULL,
      moved_url TEXT,
      moved_count INTEGER,
      moved_since TEXT,
      check_sum INTEGER NOT NULL,
      PRIMARY KEY (feed, label)
    ) WITHOUT ROWID;
    CREATE INDEX request_body ON request (body);
    CREATE TABLE host (
      origin TEXT PRIMARY KEY NOT NULL,
      not_before TEXT,
      failures INTEGER NOT NULL,
      openings INTEGER NOT NULL,
      check_sum INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE favorite (
      entry TEXT PRIMARY KEY NOT NULL,
      name TEXT,
      added_at TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      generated_at TEXT NOT NULL,
      selection TEXT NOT NULL,
      campuses BLOB NOT NULL,
      reports BLOB NOT NULL,
      parts BLOB NOT NULL,
      checked TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    );
    CREATE INDEX run_generated_at ON run (generated_at);
    CREATE TABLE change (
      snapshot INTEGER NOT NULL,
      entry TEXT NOT NULL,
      what TEXT NOT NULL,
      reason TEXT,
      at TEXT NOT NULL,
      check_sum INTEGER NOT NULL,
      PRIMARY KEY (snapshot, entry)
    ) WITHOUT ROWID;
    CREATE INDEX change_entry ON change (entry);
    CREATE TABLE stream_entry (
      entry TEXT PRIMARY KEY NOT NULL,
      snapshot INTEGER NOT NULL,
      at TEXT NOT NULL,
      line TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE watch (
      name TEXT PRIMARY KEY NOT NULL,
      run INTEGER NOT NULL,
      check_sum INTEGER NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE snapshot_body ADD COLUMN url TEXT;
    ALTER TABLE snapshot_body ADD COLUMN headers TEXT;
    ALTER TABLE snapshot_body ADD COLUMN received_at TEXT;
    """,
    """
    CREATE TABLE content_hash (
      campuses BLOB NOT NULL,
      parts BLOB NOT NULL,
      hash BLOB NOT NULL,
      check_sum INTEGER NOT NULL,
      PRIMARY KEY (campuses, parts)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE feed_start (
      feed TEXT PRIMARY KEY NOT NULL,
      at TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
  ]

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
    for step in steps[old...] {
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
