import CampusCatalog
public import FeedKit
import Foundation
import GRDB
import GRDBSQLite
public import StoreInterface

extension SnapshotStore {
  /// Opens a store's file, or makes it, with the folders that lead to it (modes 0700 and 0600).
  ///
  /// A file of a newer version or of another program, and one that is no database, is not touched.
  /// - Parameters:
  ///   - path: relative to the working directory, or absolute.
  ///   - readOnly: nothing is made or written; the file may lie on a medium that cannot be written.
  public static func open(path: String, readOnly: Bool = false) throws(StoreError) -> SnapshotStore {
    try open(path: path, readOnly: readOnly, patience: 5)
  }

  /// Opens a store for writing, does something with it, and closes it.
  public static func using<Value>(
    path: String, _ body: (SnapshotStore) async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let store = try open(path: path)
    defer { store.close() }
    return try await body(store)
  }

  /// - Parameters:
  ///   - patience: for how many seconds it is waited for another process's lock.
  ///   - settings: SQL that the writing connection runs before all else.
  static func open(
    path: String, readOnly: Bool = false, patience: TimeInterval, settings: String = ""
  ) throws(StoreError) -> SnapshotStore {
    let path = URL(filePath: path).path(percentEncoded: false)
    do {
      let connection = readOnly ? try openForReading(path, patience) : try openForWriting(path, patience, settings)
      return SnapshotStore(connection, wasRecovered: Recovery.take(path))
    } catch {
      throw StoreError(error, at: path)
    }
  }

  private static func openForReading(_ path: String, _ patience: TimeInterval) throws -> Connection {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.storeIO, "there is no \(path); run once with the network")
    }
    try StoreFile.checkKind(path)
    let reader = try readerWithoutLocks(path, patience)
    guard try look(reader, path) == Schema.version else {
      throw StoreError(.storeVersion, "\(path) is of an older version; open it once for writing")
    }
    return Connection(path: path, reader: reader, writer: nil)
  }

  private static func openForWriting(_ path: String, _ patience: TimeInterval, _ settings: String) throws -> Connection {
    try StoreFile.create(path)
    let isWhole = try lookWithoutWriting(path, patience)
    let writer = try DatabaseQueue.open(path, configuration(readOnly: false, patience, settings))
    if !isWhole { _ = try look(writer, path) }
    try writer.writeWithoutTransaction { database in
      guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
        throw StoreError(.storeReadOnly, "\(path) cannot be written; its owner, its mode or its medium forbids it")
      }
      do {
        try useLog(database, path, patience)
        try Schema.migrate(database)
      } catch {
        throw StoreError(error, at: path, systemError: database.systemError)
      }
    }
    let reader = try DatabaseQueue.open(path, configuration(readOnly: true, patience))
    return Connection(path: path, reader: reader, writer: writer)
  }

  /// False for a file that somebody was killed over before it had its log: only who may write can undo what was begun, and
  /// SQLite does so with the first look.
  private static func lookWithoutWriting(_ path: String, _ patience: TimeInterval) throws -> Bool {
    do {
      let reader = try DatabaseQueue.open(path, configuration(readOnly: true, patience))
      _ = try look(reader, path)
      try reader.close()
      return true
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      return false
    }
  }

  /// On a medium that cannot be written SQLite finds no place for its locks; nobody else writes there either.
  private static func readerWithoutLocks(_ path: String, _ patience: TimeInterval) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue.open(path, configuration(readOnly: true, patience))
    } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
      guard !StoreFile.hasLog(path) else {
        throw StoreError(.storeReadOnly, "\(path) was not closed well; its log can be read only where it can be written")
      }
      return try DatabaseQueue.open(StoreFile.immutableAddress(path), configuration(readOnly: true, patience))
    }
  }

  /// The version of a store's file; zero for an empty file.
  private static func look(_ reader: DatabaseQueue, _ path: String) throws -> Int {
    try reader.read { database in
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let version = try Schema.userVersion(database)
      let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
      if application == 0, version == 0, isEmpty { return 0 }
      guard application == Schema.applicationID else {
        throw StoreError(.storeVersion, "\(path) is another program's database; choose another file")
      }
      guard version > 0 else { throw StoreError(.storeCorrupt, "\(path) does not say its version; it can be set aside") }
      guard version <= Schema.version else {
        throw StoreError(.storeVersion, "\(path) is of the newer version \(version); use the program that wrote it, or another file")
      }
      return version
    }
  }

  /// Another process that does the same at the same moment makes this fail at once, without the wait for its lock.
  private static func useLog(_ database: Database, _ path: String, _ patience: TimeInterval) throws {
    let pause: TimeInterval = 0.01
    for _ in 0..<max(1, Int(patience / pause)) {
      do {
        // Its answer comes before its work: only a run to its end, and another question, tell.
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" else {
          throw StoreError(.storeIO, "\(path) lies where SQLite can have no log; choose a file on a local disk")
        }
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: pause)
      }
    }
    throw DatabaseError(resultCode: .SQLITE_BUSY)
  }

  private static func configuration(readOnly: Bool, _ patience: TimeInterval, _ settings: String = "") -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(patience)
    configuration.label = "aggregate.store"
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      guard !readOnly else { return }
      try database.execute(
        sql: """
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = OFF;
          PRAGMA journal_size_limit = 67108864;
          \(settings)
          """)
    }
    return configuration
  }
}
