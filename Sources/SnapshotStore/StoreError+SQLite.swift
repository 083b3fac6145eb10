package import Aggregation
import CampusCatalog
import Foundation
import GRDB
import GRDBSQLite

extension StoreError {
  /// Converts an error of GRDB, of SQLite or of a row that cannot be read.
  ///
  /// SQLite codes without their own case, such as `SQLITE_ERROR` for a missing table, become `store.corrupt`.
  /// - Parameter systemError: `errno` of the failure; zero if unknown.
  package init(_ error: any Error, at path: String, systemError: CInt = 0) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError where error.isDiskFull(systemError):
      self.init(.storeFull, "no space left for \(path); free some space and run again (\(StoreFile.text(systemError)))")
    case let error as DatabaseError: self.init(error, at: path)
    case let error as DamagedRow:
      self.init(.storeCorrupt, "\(error.what) in \(path) is damaged; the file can be set aside, and its feeds are fetched again")
    default: self.init(.storeCorrupt, "\(path) has data that cannot be read; the file can be set aside, and its feeds are fetched again")
    }
  }

  /// Converts an error by its primary result code (https://www.sqlite.org/rescode.html). The text has the extended code.
  private init(_ error: DatabaseError, at path: String) {
    let why = "SQLite error \(error.extendedResultCode.rawValue)\(error.message.map { ": \($0)" } ?? "")"
    switch error.resultCode {
    case .SQLITE_FULL: self.init(.storeFull, "no space left for \(path); free some space and run again (\(why))")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.storeBusy, "\(path) is locked by another process; run again when it has finished (\(why))")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.storeCorrupt, "\(path) is damaged or not a database; it can be set aside, and its feeds are fetched again (\(why))")
    case .SQLITE_CONSTRAINT:
      self.init(
        .storeConflict, "a write to \(path) conflicts with its data; another run may have changed it in the meantime (\(why))")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(.storeReadOnly, "\(path) cannot be written; check its owner, its mode and its disk (\(why))")
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOLFS, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_PROTOCOL:
      self.init(.storeIO, "\(path) cannot be read or written; check its folder and its disk (\(why))")
    default: self.init(.storeCorrupt, "\(path) does not have the expected tables; it can be set aside (\(why))")
    }
  }
}

extension DatabaseError {
  /// Whether a full disk, a quota (`EDQUOT`) or a limit of the file size (`EFBIG`) that SQLite does not report as `SQLITE_FULL` has
  /// prevented a write to the file or an enlargement of the shared memory file.
  func isDiskFull(_ systemError: CInt) -> Bool {
    [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMSIZE].contains(extendedResultCode) && [ENOSPC, EDQUOT, EFBIG].contains(systemError)
  }
}

extension Database {
  /// `errno` of the last error. Read from the log first, because SQLite's own error handling overwrites the connection's.
  var systemError: CInt {
    var log: UnsafeMutablePointer<sqlite3_file>?
    var number: CInt = 0
    if sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
      let log, let methods = log.pointee.pMethods, methods.pointee.xFileControl?(log, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK,
      number != 0
    {
      return number
    }
    return sqlite3_system_errno(sqliteConnection)
  }
}
