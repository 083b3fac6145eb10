import Foundation
import GRDB
import GRDBSQLite

extension DatabaseError {
  /// SQLite tells a full disk, but not a full quota, nor a full disk when its shared memory does not fit.
  func isLackOfRoom(_ systemError: CInt) -> Bool {
    [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMSIZE].contains(extendedResultCode) && [ENOSPC, EDQUOT, EFBIG].contains(systemError)
  }
}

extension Database {
  /// The operating system's number of the last error; asked of the log first, because what SQLite does after an error hides it.
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
