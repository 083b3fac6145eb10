import Foundation
import GRDB
import GRDBSQLite
import SnapshotStore

/// Opens, creates and empties the file of an index.
enum IndexFile {
  /// How long to wait for another process's lock, in seconds.
  private static let lockTimeout: TimeInterval = 5

  /// Opens the file, or creates an empty one. Every page is verified when it is read (`CheckedFileSystem`).
  ///
  /// - Throws: `DatabaseError`; a file that is not a database is found only when it is read.
  static func open(_ path: String) throws -> DatabaseQueue {
    RecoveryMonitor.start()
    guard CheckedFileSystem.isRegistered else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "SQLite has no file system") }
    var configuration = Configuration()
    configuration.busyMode = .timeout(lockTimeout)
    configuration.label = "aggregate.index"
    configuration.prepareDatabase { database in
      var reserved = CInt(CheckedFileSystem.reserved)
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
      try database.execute(sql: "PRAGMA page_size = \(CheckedFileSystem.pageSize); PRAGMA cache_size = -65536")
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = OFF")
    }
    let path = URL(filePath: path).path(percentEncoded: false)
    return try DatabaseQueue.open("\(StoreFile.address(path))?vfs=\(CheckedFileSystem.name)", configuration)
  }

  /// Creates the tables in an empty file. Uses a separate transaction, so that any file that is not empty is marked as an index.
  static func makeTables(_ database: Database) throws {
    guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else { return }
    let salt = Int32.random(in: 1...Int32.max)
    try database.execute(sql: "PRAGMA application_id = \(IndexSchema.applicationID); PRAGMA user_version = \(salt)")
    try database.execute(sql: IndexSchema.tables)
  }

  /// Empties an index, damaged or not. Does not change a file that is not an index.
  ///
  /// - Throws: `DatabaseError`, with `SQLITE_BUSY` if another process uses the file.
  static func reset(_ path: String) throws {
    guard kind(path) == .index else { return }
    let pause: TimeInterval = 0.02
    var result = CheckedFileSystem.truncate(path)
    for _ in 0..<Int(lockTimeout / pause) where result == SQLITE_BUSY {
      Thread.sleep(forTimeInterval: pause)
      result = CheckedFileSystem.truncate(path)
    }
    guard result == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "the index cannot be emptied")
    }
  }

  /// What is at a path: nothing or an empty file, an index (damaged or not), or anything else, which is never changed.
  enum Kind { case empty, index, other }

  /// Returns the kind of a file, damaged or not, by the application id in its SQLite header (bytes 68 to 71).
  static func kind(_ path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT ? .empty : .other }
    guard status.st_mode & S_IFMT == S_IFREG else { return .other }
    guard status.st_size > 0 else { return .empty }
    RecoveryMonitor.start()
    guard let head = CheckedFileSystem.header(path, count: 72) else { return .other }
    return head.starts(with: "SQLite format 3\0".utf8)
      && head.suffix(4).reduce(0) { $0 << 8 | Int32($1) } == IndexSchema.applicationID ? .index : .other
  }
}
