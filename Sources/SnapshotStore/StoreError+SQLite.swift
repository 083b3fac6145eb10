import CampusCatalog
package import FeedKit
import Foundation
import GRDB
import SimdJSON
import StoreInterface

extension StoreError {
  /// What an error of the library under the store means.
  ///
  /// - Parameter systemError: the operating system's number of it; zero when it is not known.
  package init(_ error: any Error, at path: String, systemError: CInt = 0) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError where error.isLackOfRoom(systemError):
      self.init(.storeFull, "there is no room for \(path); make room and run again (\(StoreFile.text(systemError)))")
    case let error as DatabaseError: self.init(error, at: path)
    case let error as DamagedRow:
      self.init(.storeCorrupt, "\(error.what) in \(path) is damaged; the file can be set aside, and what it held is read anew")
    case is MissingContent:
      self.init(.storeConflict, "what a run wrote is not in \(path) any more; somebody removed old results meanwhile")
    default: self.init(.storeCorrupt, "\(path) holds what cannot be read; the file can be set aside, and what it held is read anew")
    }
  }

  private init(_ error: DatabaseError, at path: String) {
    let why = "SQLite says \(error.extendedResultCode.rawValue), \(error.message ?? "nothing more")"
    switch error.resultCode {
    case .SQLITE_FULL: self.init(.storeFull, "there is no room for \(path); make room and run again (\(why))")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.storeBusy, "another process keeps \(path) locked; run again when it has ended (\(why))")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.storeCorrupt, "\(path) is damaged or no database; it can be set aside, and what it held is read anew (\(why))")
    case .SQLITE_CONSTRAINT:
      self.init(
        .storeConflict, "what was to be written to \(path) does not fit to what it holds; another run may have changed it (\(why))")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(.storeReadOnly, "\(path) cannot be written; its owner, its mode or its medium forbids it (\(why))")
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOLFS, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_PROTOCOL:
      self.init(.storeIO, "\(path) cannot be read or written; look at its folder and its disk (\(why))")
    default: self.init(.storeCorrupt, "\(path) does not have the tables that it should have; it can be set aside (\(why))")
    }
  }
}
