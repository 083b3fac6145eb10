import Foundation
import GRDBSQLite

/// An SQLite file system (VFS) that adds a checksum to each page of a database and verifies it whenever the page is read.
/// Damage anywhere in the file is an error (`SQLITE_IOERR_DATA`), never a wrong answer.
///
/// The checksum covers the page, its position and the file's salt, a random number in the header (`PRAGMA user_version`), so that a
/// page of another file counts as damage too. While SQLite plays back the journal of a process that was killed, pages must already have
/// this file's checksum: a journal of another file is refused.
///
///     | page of SQLite (8,184 bytes) | checksum (8 bytes) |
///
/// Only the database file has checksums. Journals are those of the base file system.
enum CheckedFileSystem {
  static let name = "aggregate-checked"
  static let pageSize = 8192
  /// Bytes at the end of each page that hold its checksum.
  static let reserved = 8

  /// Registers the file system with SQLite, once and for all. False if SQLite has no base file system.
  static let isRegistered: Bool = {
    guard let base = sqlite3_vfs_find(nil) else { return false }
    var system = base.pointee
    system.zName = UnsafePointer(strdup(name))
    system.szOsFile = CInt(CheckedFile.size) + base.pointee.szOsFile
    system.pNext = nil
    system.xOpen = { _, path, file, flags, outFlags in
      guard let base = sqlite3_vfs_find(nil), let open = base.pointee.xOpen, let file else { return SQLITE_CANTOPEN }
      guard flags & SQLITE_OPEN_MAIN_DB != 0 else { return open(base, path, file, flags, outFlags) }
      return CheckedFile.open(file) { open(base, path, $0, flags, outFlags) }
    }
    let registered = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    registered.initialize(to: system)
    return sqlite3_vfs_register(registered, 0) == SQLITE_OK
  }()

  /// Truncates a database to zero bytes and deletes its journal, unless another process reads or writes it.
  ///
  /// Uses SQLite's own locks and does not replace the file: a process that has it open sees an empty database in its next transaction.
  /// - Returns: an SQLite result code; `SQLITE_BUSY` while another process uses the file.
  static func truncate(_ path: String) -> CInt {
    withFile(path, SQLITE_OPEN_READWRITE) { file, methods in
      defer { _ = methods.xUnlock?(file, SQLITE_LOCK_NONE) }
      for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_RESERVED, SQLITE_LOCK_EXCLUSIVE] {
        let result = methods.xLock?(file, level) ?? SQLITE_IOERR
        guard result == SQLITE_OK else { return result }
      }
      // Delete the journal first: SQLite would play it back into the empty file.
      // SQLite creates it beside the target of a symbolic link.
      let resolved = realpath(path, nil)
      defer { free(resolved) }
      let journal = "\(resolved.map { String(cString: $0) } ?? path)-journal"
      if unlink(journal) != 0, errno != ENOENT { return SQLITE_IOERR }
      let result = methods.xTruncate?(file, 0) ?? SQLITE_IOERR
      return result == SQLITE_OK ? methods.xSync?(file, SQLITE_SYNC_NORMAL) ?? SQLITE_IOERR : result
    }
  }

  /// Returns the first bytes of a database file, not verified; nil if they cannot be read.
  ///
  /// Uses SQLite to open the file: opening and closing it in another way would drop the locks that SQLite holds in this process.
  static func header(_ path: String, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = withFile(path, SQLITE_OPEN_READONLY) { file, methods in methods.xRead?(file, &bytes, CInt(count), 0) ?? SQLITE_IOERR }
    return result == SQLITE_OK ? bytes : nil
  }

  /// Opens a database with the base file system, calls `body` with it and closes it. Takes no locks.
  ///
  /// - Parameter flags: `SQLITE_OPEN_READONLY` or `SQLITE_OPEN_READWRITE`. A file that does not exist is not created.
  private static func withFile(_ path: String, _ flags: CInt, _ body: (CheckedFile.File, sqlite3_io_methods) -> CInt) -> CInt {
    guard let base = sqlite3_vfs_find(nil), let open = base.pointee.xOpen else { return SQLITE_CANTOPEN }
    guard let name = sqlite3_create_filename(path, "\(path)-journal", "\(path)-wal", 0, nil) else { return SQLITE_NOMEM }
    defer { sqlite3_free_filename(name) }
    let size = Int(base.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer { memory.deallocate() }
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    let opened = open(base, name, file, SQLITE_OPEN_MAIN_DB | flags, nil)
    guard opened == SQLITE_OK, let methods = file.pointee.pMethods?.pointee else { return opened == SQLITE_OK ? SQLITE_CANTOPEN : opened }
    defer { _ = methods.xClose?(file) }
    return body(file, methods)
  }
}
