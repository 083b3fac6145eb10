import GRDB
import GRDBSQLite
import Glibc

/// An SQLite database that is made from a catalog, to be read and not changed.
///
///     try CatalogDatabase.write(export, stream, intoEmpty: path)
///
/// Its tables have the columns of `ExportTable`, and lists have tables of their own. There is a full-text index of all entries (FTS5) and
/// a spatial index of places (R*Tree). The table `about` and the comments of the schema describe it.
///
/// The same catalog, moment and filter give the same bytes with the same version of SQLite.
public enum CatalogDatabase {
  /// The name and version of the tables.
  public static let schema = "campus-database/1"
  /// The version of the tables: `user_version` in the file.
  public static let version: Int32 = 1
  /// "agdb" in ASCII, which marks a file as an export: `application_id` in the file, bytes 68 to 71.
  public static let applicationID: Int32 = 0x6167_6462

  /// Returns whether a file is an export, by its first 72 bytes.
  public static func isExport(header bytes: some Collection<UInt8>) -> Bool {
    bytes.count >= 72 && bytes.starts(with: "SQLite format 3\0".utf8)
      && bytes.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int32($1) } == applicationID
  }

  /// Writes the entries of a stream into an empty file, such as a part file. Does not flush it to the disk.
  ///
  /// The entries are first written to a temporary database without a name, in SQLite's folder for temporary files (`TMPDIR`), and then
  /// copied, so that the file has no gaps and its tables are not mixed. It has one file and no log.
  ///
  /// If the task is canceled, it stops between two batches of entries.
  ///
  /// - Returns: the number of entries.
  /// - Throws: `CatalogDatabaseError` if the file or the temporary one cannot be written; errors from reading and decoding entries;
  ///   `CancellationError`.
  @discardableResult
  public static func write(_ export: CatalogExport, _ stream: EntryStream, intoEmpty path: String) throws -> Int {
    var count = 0
    try write(intoEmpty: path) { database in
      var builder = try DatabaseBuilder(export.header, in: database)
      count = try export.forEach(stream, { $0 }) { entries in
        try Task.checkCancellation()
        try builder.add(entries)
      }
      try Task.checkCancellation()
      try builder.finish()
    }
    return count
  }

  /// Lets `fill` make a database in one transaction, and writes it into an empty file.
  ///
  /// - Throws: `CatalogDatabaseError` if the file or the temporary one cannot be written; other errors of `fill`.
  static func write(intoEmpty path: String, _ fill: (Database) throws -> Void) throws {
    var systemError: CInt = 0
    do {
      // SQLite's name for a temporary file, which it deletes when it is closed.
      let queue = try DatabaseQueue(path: "", configuration: configuration)
      try queue.writeWithoutTransaction { database in
        defer { systemError = sqlite3_system_errno(database.sqliteConnection) }
        try database.inTransaction {
          try fill(database)
          return .commit
        }
        try database.execute(sql: "VACUUM INTO ?", arguments: [path])
      }
    } catch let error as DatabaseError {
      let message = error.message ?? error.resultCode.description
      throw CatalogDatabaseError(message: systemError == 0 ? message : "\(message): \(String(cString: strerror(systemError)))")
    }
  }

  /// The size of SQLite's cache in bytes.
  private static let cacheSize = 32 << 20

  /// Settings for files that are written once: nothing is ever undone, or read after a crash. The values of closed lists are those of enums,
  /// so SQLite need not check them row by row.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "aggregate.export"
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA page_size = 4096; PRAGMA cache_size = -\(cacheSize >> 10); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
          PRAGMA secure_delete = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)
          """)
    }
    return configuration
  }
}

/// The error for a database that could not be written.
public struct CatalogDatabaseError: Error, Sendable, Hashable {
  /// The report of SQLite and the system, such as "disk I/O error: File too large".
  public let message: String
}
