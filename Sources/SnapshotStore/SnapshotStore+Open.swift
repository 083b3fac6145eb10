public import Aggregation
import Basics
import CampusCatalog
import Foundation
import GRDB
import GRDBSQLite

extension SnapshotStore {
  /// Opens the file of a store. Creates it (mode 0600) and its parent folders (mode 0700) if they do not exist.
  ///
  /// A file of an older version is migrated, after a copy was made beside it (`backup`). Does not change a file of a newer version or of
  /// another program, or one that is not a database.
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory.
  ///   - readOnly: whether to create and write nothing; the file may be on a read-only medium, or have an older version.
  /// - Throws: `store.version` for a newer version or another program; `store.corrupt` for a damaged file or one that is not a database;
  ///   `store.readonly`, `store.busy`, `store.full` or `store.io` if it cannot be opened now.
  public static func open(path: String, readOnly: Bool = false) throws(StoreError) -> SnapshotStore {
    try open(path: path, readOnly: readOnly, lockTimeout: 5)
  }

  /// Opens a store without writing to it, except that the changes of a process that was killed, or lost its power, while it created the
  /// file are rolled back.
  public static func openToRead(path: String) throws(StoreError) -> SnapshotStore {
    do throws(StoreError) { return try open(path: path, readOnly: true) } catch {
      guard [.storeReadOnly, .storeIO].contains(error.reason), StoreFile.exists(path + "-journal") else { throw error }
      return try open(path: path)
    }
  }

  /// - Parameters:
  ///   - lockTimeout: how long to wait for another process's lock, in seconds.
  ///   - settings: SQL that the writing connection runs first.
  static func open(
    path: String, readOnly: Bool = false, lockTimeout: TimeInterval, settings: String = ""
  ) throws(StoreError) -> SnapshotStore {
    let path = URL(filePath: path).path(percentEncoded: false)
    do {
      let (connection, backup) =
        readOnly ? (try openForReading(path, lockTimeout), nil) : try openForWriting(path, lockTimeout, settings)
      return SnapshotStore(connection, wasRecovered: RecoveryMonitor.takeNotice(for: path), backup: backup)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  private static func openForReading(_ path: String, _ lockTimeout: TimeInterval) throws -> Connection {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.storeIO, "\(path) does not exist; a run that polls feeds creates it")
    }
    try StoreFile.checkKind(path)
    let reader = try openReader(path, lockTimeout)
    let version = try version(reader, path)
    try reader.unsafeRead { try Schema.complete($0, version: version) }
    return Connection(path: path, reader: reader, writer: nil)
  }

  /// Switches the file to a log and migrates it, but only after its version was verified: a file that is refused is not changed.
  ///
  /// - Returns: the connection, and the path of the copy of an older version.
  private static func openForWriting(
    _ path: String, _ lockTimeout: TimeInterval, _ settings: String
  ) throws -> (Connection, backup: String?) {
    try StoreFile.create(path)
    let isUsable = try isUsableReadOnly(path, lockTimeout)
    let writer = try DatabaseQueue.open(path, configuration(readOnly: false, lockTimeout, settings))
    if !isUsable { _ = try version(writer, path) }
    var backup: String?
    try writer.writeWithoutTransaction { database in
      guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
        throw StoreError(.storeReadOnly, "\(path) cannot be written; check its owner, its mode and its disk")
      }
      do {
        try enableLog(database, path, lockTimeout)
        try Schema.migrate(database) { version in backup = try backUp(path, version) }
      } catch {
        throw StoreError(error, at: path, systemError: database.systemError)
      }
    }
    let reader = try DatabaseQueue.open(path, configuration(readOnly: true, lockTimeout))
    return (Connection(path: path, reader: reader, writer: writer), backup)
  }

  /// Writes a copy of a file of an older version, as `FILE.version-<n>`, using a separate connection. Replaces a copy that was made for a
  /// migration that failed. Returns its path.
  private static func backUp(_ path: String, _ version: Int) throws(StoreError) -> String {
    let target = "\(path).version-\(version)"
    do {
      let part = try PartFile.create(for: target, mode: 0o600)
      let source = try DatabaseQueue.open(path)
      defer { try? source.close() }
      try source.writeWithoutTransaction { try $0.execute("VACUUM INTO ?", [part.path]) }
      try part.publish()
      return target
    } catch let error as SystemCallError {
      throw StoreError(
        [ENOSPC, EDQUOT].contains(error.code) ? .storeFull : .storeIO,
        "\(target), a copy of the store before it is migrated, cannot be written: \(StoreFile.text(error.code))")
    } catch {
      throw StoreError(error, at: target)
    }
  }

  /// Verifies the version over a reading connection. False if the file has the rollback journal of a process that was killed before it
  /// switched to the log: only a writing connection can roll back.
  private static func isUsableReadOnly(_ path: String, _ lockTimeout: TimeInterval) throws -> Bool {
    do {
      let reader = try DatabaseQueue.open(path, configuration(readOnly: true, lockTimeout))
      _ = try version(reader, path)
      try reader.close()
      return true
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      return false
    }
  }

  /// Opens a reading connection; without locks on a read-only medium, where SQLite cannot create them and no other process writes.
  private static func openReader(_ path: String, _ lockTimeout: TimeInterval) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue.open(path, configuration(readOnly: true, lockTimeout))
    } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
      // With `immutable`, SQLite would read the pages of an incomplete transaction and ignore the journal that rolls them back.
      guard error.extendedResultCode != .SQLITE_READONLY_ROLLBACK else { throw error }
      guard !StoreFile.hasLog(path) else {
        throw StoreError(.storeReadOnly, "\(path) was not closed cleanly; its log can only be read if the folder is writable")
      }
      // SQLite then creates no files beside it and expects that no process changes it (https://www.sqlite.org/uri.html).
      return try DatabaseQueue.open("\(StoreFile.address(path))?immutable=1", configuration(readOnly: true, lockTimeout))
    }
  }

  /// Returns the version of a store's file; zero for an empty file.
  ///
  /// - Throws: `StoreError` if the file is not a store, or has a newer version.
  private static func version(_ reader: DatabaseQueue, _ path: String) throws -> Int {
    try reader.read { database in
      let application = try database.integer("PRAGMA application_id") ?? 0
      let version = try Schema.userVersion(database)
      let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
      if application == 0, version == 0, isEmpty { return 0 }
      if application == Schema.applicationID, version == Schema.version { return version }
      // A newer version may have the same tables, but its number hardly differs in one bit, unless it is one of the next.
      if let tables = try Schema.version(ofTablesIn: database),
        application != Schema.applicationID || (version ^ tables).nonzeroBitCount == 1 && !Schema.nextVersions.contains(version)
      {
        throw StoreError(.storeCorrupt, "\(path) is damaged: its header does not fit its tables; it can be set aside")
      }
      guard application == Schema.applicationID else {
        throw StoreError(.storeVersion, "\(path) is a database of another program; choose another file")
      }
      guard version > 0 else { throw StoreError(.storeCorrupt, "\(path) has no version number; it can be set aside") }
      guard version <= Schema.version else {
        throw StoreError(.storeVersion, "\(path) has the newer version \(version); use the program that wrote it, or another file")
      }
      return version
    }
  }

  /// Switches the file to a write-ahead log. Retries until the timeout, because SQLite does not wait if another process switches it at
  /// the same time.
  private static func enableLog(_ database: Database, _ path: String, _ lockTimeout: TimeInterval) throws {
    let pause: TimeInterval = 0.01
    for _ in 0..<max(1, Int(lockTimeout / pause)) {
      do {
        // The statement returns its row before it switches, so run it to its end and then query the mode.
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        let mode = try database.rows("PRAGMA journal_mode") { $0.text() }.next()
        guard mode == "wal" else {
          throw StoreError(.storeIO, "\(path) is on a file system where SQLite cannot use a log; choose a file on a local disk")
        }
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: pause)
      }
    }
    throw DatabaseError(resultCode: .SQLITE_BUSY)
  }

  /// Returns the settings of a connection. Follows SQLite's advice for files that others may have changed
  /// (https://www.sqlite.org/security.html): schemas are not trusted, and cells are verified when a page is loaded.
  private static func configuration(readOnly: Bool, _ lockTimeout: TimeInterval, _ settings: String = "") -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(lockTimeout)
    configuration.label = "aggregate.store"
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      guard !readOnly else { return }
      // Flush the log after each transaction, do not overwrite deleted data, and limit the log to 64 MiB after a checkpoint.
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF; PRAGMA journal_size_limit = 67108864; \(settings)")
    }
    return configuration
  }
}
