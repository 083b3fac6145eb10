import CampusCatalog
import FeedCore
import Foundation
import GRDB
import GRDBSQLite
import SnapshotStore

/// Opens, creates and empties the file of an index.
enum IndexFile {
  /// Opens the file, or makes an empty one for its owner only; every page is checked (`CheckedFileSystem`).
  ///
  /// - Parameter patience: for how many seconds to wait for another process's lock.
  static func open(_ path: String, patience: TimeInterval) throws -> DatabaseQueue {
    RecoveryMonitor.start()
    guard CheckedFileSystem.isRegistered else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "SQLite has no file system") }
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.label = "aggregate.index"
    configuration.prepareDatabase { database in
      var reserved = CInt(CheckedFileSystem.reserved)
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
      try database.execute(
        sql: """
          PRAGMA page_size = \(CheckedFileSystem.pageSize);
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA secure_delete = OFF;
          PRAGMA cache_size = -65536;
          PRAGMA mmap_size = 4294967296;
          """)
    }
    let path = URL(filePath: path).path(percentEncoded: false)
    return try DatabaseQueue.open("\(StoreFile.address(path))?vfs=\(CheckedFileSystem.name)", configuration)
  }

  /// Makes the tables in an empty file. It is a transaction of its own, so that a file with anything in it says that it is an index.
  static func makeTables(_ database: DatabaseQueue) throws {
    try database.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 else { return .commit }
        try database.execute(
          sql: """
            PRAGMA application_id = \(IndexSchema.applicationID);
            PRAGMA user_version = \(Int32.random(in: 1...Int32.max));
            """)
        try database.execute(sql: IndexSchema.tables)
        return .commit
      }
    }
  }

  /// Empties an index, damaged or not; a file that is not an index is left as it is.
  ///
  /// - Throws: `DatabaseError`, `SQLITE_BUSY` while another process uses it.
  static func reset(_ path: String, patience: TimeInterval) throws {
    guard kind(path) == .index else { return }
    let pause: TimeInterval = 0.02
    var result = CheckedFileSystem.truncate(path)
    for _ in 0..<max(1, Int(patience / pause)) where result == SQLITE_BUSY {
      Thread.sleep(forTimeInterval: pause)
      result = CheckedFileSystem.truncate(path)
    }
    guard result == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "the index cannot be emptied")
    }
  }

  enum Kind { case none, empty, index, other }

  /// The kind of a file, by its SQLite header (bytes 68 to 71), damaged or not.
  static func kind(_ path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT ? .none : .other }
    guard status.st_mode & S_IFMT == S_IFREG else { return .other }
    guard status.st_size > 0 else { return .empty }
    RecoveryMonitor.start()
    guard let head = CheckedFileSystem.header(path, count: 72) else { return .other }
    return head.starts(with: "SQLite format 3\0".utf8)
      && head.suffix(4).reduce(0) { $0 << 8 | Int32($1) } == IndexSchema.applicationID ? .index : .other
  }
}
