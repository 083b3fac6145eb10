import Foundation
import GRDB
import GRDBSQLite

extension DatabaseError {
  /// Whether the cause is a full disk or quota that SQLite does not report as `SQLITE_FULL`.
  ///
  /// - Parameter systemError: `errno` of the failure.
  /// - Returns: true for a failed write to the file, or a failed enlargement of the shared memory file, with `ENOSPC`, `EDQUOT`
  ///   (quota) or `EFBIG` (limit of the file size).
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
