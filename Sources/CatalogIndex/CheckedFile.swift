import Foundation
import GRDB
import GRDBSQLite
import SnapshotStore

/// An open database file of `CheckedFileSystem`. It is stored in memory that SQLite provides, followed by the file of the base file system.
///
/// SQLite passes a pointer to this value to each method (https://www.sqlite.org/c3ref/file.html):
///
///     | CheckedFile (`size` bytes) | base file (`szOsFile` bytes of the base file system) |
struct CheckedFile {
  /// The I/O methods that SQLite calls. Must be the first field.
  private var methods: UnsafePointer<sqlite3_io_methods>?
  /// The lock that SQLite holds on the file, from `SQLITE_LOCK_NONE` to `SQLITE_LOCK_EXCLUSIVE`.
  private var lock = SQLITE_LOCK_NONE
  /// Whether SQLite is playing back pages from a journal, which already have their checksums.
  private var isRecovering = false
  /// The file's salt, from the first page as it was last read or written.
  private var salt: UInt32 = 0
  private var scratch: UnsafeMutableRawPointer?

  /// The offset of the base file in the memory that SQLite provides, in bytes.
  static let size = (MemoryLayout<CheckedFile>.stride + 15) & ~15
  private static let page = CheckedFileSystem.pageSize
  /// `SQLITE_IOERR_DATA`: a page is not what was written.
  private static let damaged = SQLITE_IOERR | 32 << 8
  /// `SQLITE_IOERR_SHORT_READ`: the file ends before the requested bytes.
  private static let shortRead = SQLITE_IOERR | 2 << 8
  /// `SQLITE_IOERR_DATA` as a result code of GRDB.
  static let damage = ResultCode(rawValue: damaged)

  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Opens the base file and prepares the value. On an error SQLite must not call `xClose`, so `methods` stays nil.
  ///
  /// - Parameter file: memory for this value and the base file.
  static func open(_ file: File, _ open: (File) -> CInt) -> CInt {
    let handle = self.handle(file)
    // Set the methods last: SQLite closes a file that could not be opened only if it has methods.
    handle.initialize(to: CheckedFile())
    let result = open(base(file))
    guard result == SQLITE_OK else { return result }
    handle.pointee.scratch = .allocate(byteCount: page, alignment: 16)
    handle.pointee.methods = ioMethods
    return SQLITE_OK
  }

  private static func handle(_ file: File) -> UnsafeMutablePointer<CheckedFile> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: CheckedFile.self)
  }

  private static func base(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + size).assumingMemoryBound(to: sqlite3_file.self)
  }

  // MARK: - Pages

  /// Bytes of a page before its checksum.
  private static let content = page - CheckedFileSystem.reserved

  private static func checksum(_ page: UnsafeRawPointer, at offset: Int64, salt: UInt32) -> UInt64 {
    RowChecksum.of(UnsafeRawBufferPointer(start: page, count: content), seed: UInt64(salt) << 32 ^ UInt64(bitPattern: offset))
  }

  /// Returns the salt: the user version in the header (https://www.sqlite.org/fileformat.html#the_database_header).
  private static func salt(of page: UnsafeRawPointer) -> UInt32 { page.loadUnaligned(fromByteOffset: 60, as: UInt32.self) }

  /// Returns whether a page has the right checksum. It is not verified while the file is unlocked: SQLite then only peeks at the header,
  /// which another process may be writing.
  private static func isSound(_ handle: UnsafeMutablePointer<CheckedFile>, _ page: UnsafeRawPointer, at offset: Int64) -> Bool {
    if handle.pointee.lock == SQLITE_LOCK_NONE { return true }
    if offset == 0, !handle.pointee.isRecovering { handle.pointee.salt = salt(of: page) }
    return checksum(page, at: offset, salt: handle.pointee.salt) == page.loadUnaligned(fromByteOffset: content, as: UInt64.self)
  }

  /// Reads a page or a part of one, such as the header, and verifies the whole page. After a short read, the rest of the target is zero,
  /// as SQLite requires.
  private static func read(_ file: File, _ target: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> CInt {
    let handle = handle(file)
    if count == page, offset % Int64(page) == 0 { return readPage(file, target, at: offset) }
    let start = Int(offset) % page
    guard let scratch = handle.pointee.scratch, start + count <= page else { return SQLITE_IOERR }
    let result = readPage(file, scratch, at: offset - Int64(start))
    if result == SQLITE_OK { memcpy(target, scratch + start, count) } else if result == shortRead { memset(target, 0, count) }
    return result
  }

  /// Reads and verifies a page.
  ///
  /// - Returns: `SQLITE_IOERR_DATA` if the checksum is wrong or the page is incomplete.
  private static func readPage(_ file: File, _ target: UnsafeMutableRawPointer, at offset: Int64) -> CInt {
    let result = pass(file) { $1.xRead?($0, target, CInt(page), offset) }
    if result == shortRead {
      let lock = handle(file).pointee.lock
      // Without a lock, another process may be writing the page. It is read again under a lock.
      if lock == SQLITE_LOCK_NONE { return shortRead }
      // A file may end before a requested page only if it is empty or growing.
      guard let size = size(file) else { return damaged }
      return size == 0 || lock >= SQLITE_LOCK_RESERVED && size <= offset ? shortRead : damaged
    }
    guard result == SQLITE_OK else { return result }
    return isSound(handle(file), target, at: offset) ? SQLITE_OK : damaged
  }

  /// Writes a page with its checksum. While a journal is played back, the page must already have the right one.
  ///
  /// - Returns: `SQLITE_IOERR_DATA` for a page of a journal that belongs to another file.
  private static func write(_ file: File, _ source: UnsafeRawPointer, _ count: Int, at offset: Int64) -> CInt {
    let handle = handle(file)
    guard count == page, offset % Int64(page) == 0 else { return SQLITE_IOERR }
    if handle.pointee.isRecovering {
      guard isSound(handle, source, at: offset) else { return damaged }
    } else {
      if offset == 0 { handle.pointee.salt = salt(of: source) }
      // The end of the page is reserved for the checksum: SQLite does not use it.
      addChecksum(UnsafeMutableRawPointer(mutating: source), at: offset, salt: handle.pointee.salt)
    }
    // SQLite does not write pages that it has freed again, but may read them later.
    if let size = size(file), size < offset, let scratch = handle.pointee.scratch {
      memset(scratch, 0, page)
      for missing in stride(from: size, to: offset, by: page) {
        addChecksum(scratch, at: missing, salt: handle.pointee.salt)
        let result = pass(file) { $1.xWrite?($0, scratch, CInt(page), missing) }
        guard result == SQLITE_OK else { return result }
      }
    }
    return pass(file) { $1.xWrite?($0, source, CInt(count), offset) }
  }

  private static func addChecksum(_ page: UnsafeMutableRawPointer, at offset: Int64, salt: UInt32) {
    page.storeBytes(of: checksum(page, at: offset, salt: salt), toByteOffset: content, as: UInt64.self)
  }

  /// Returns the size of the file in bytes; nil if it is not known.
  private static func size(_ file: File) -> Int64? {
    var size: Int64 = 0
    return pass(file) { $1.xFileSize?($0, &size) } == SQLITE_OK ? size : nil
  }

  // MARK: - Locks

  /// Locks the file (`xLock`).
  ///
  /// An exclusive lock without a reserved one means that SQLite is about to play back a hot journal
  /// (https://www.sqlite.org/lockingv3.html). Pages are then compared with the salt of the file, not with one from the journal.
  private static func lock(_ file: File, _ level: CInt) -> CInt {
    let handle = handle(file)
    let result = pass(file) { $1.xLock?($0, level) }
    guard result == SQLITE_OK else { return result }
    // A writer locks the file at the reserved level first; playing back a journal does not.
    if level == SQLITE_LOCK_EXCLUSIVE, handle.pointee.lock < SQLITE_LOCK_RESERVED {
      handle.pointee.isRecovering = true
      handle.pointee.salt = 0
      if let scratch = handle.pointee.scratch, pass(file, { $1.xRead?($0, scratch, CInt(page), 0) }) == SQLITE_OK {
        // The page may be half written, but its salt is right: all writers use the same one.
        handle.pointee.salt = salt(of: scratch)
      }
    }
    handle.pointee.lock = max(handle.pointee.lock, level)
    return SQLITE_OK
  }

  private static func unlock(_ file: File, _ level: CInt) -> CInt {
    let handle = handle(file)
    handle.pointee.lock = min(handle.pointee.lock, level)
    handle.pointee.isRecovering = false
    return pass(file) { $1.xUnlock?($0, level) }
  }

  // MARK: - I/O methods

  /// The methods that SQLite calls. Never deallocated.
  private nonisolated(unsafe) static let ioMethods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    // Version 1 has no memory mapping, so every page that SQLite uses has been read, and verified, by `xRead`.
    methods.iVersion = 1
    methods.xClose = { file in
      guard let file else { return SQLITE_OK }
      let base = CheckedFile.base(file)
      let result = base.pointee.pMethods?.pointee.xClose?(base) ?? SQLITE_OK
      let handle = CheckedFile.handle(file)
      handle.pointee.scratch?.deallocate()
      handle.deinitialize(count: 1)
      return result
    }
    methods.xRead = { file, target, count, offset in
      guard let file, let target else { return SQLITE_IOERR }
      return CheckedFile.read(file, target, Int(count), at: offset)
    }
    methods.xWrite = { file, source, count, offset in
      guard let file, let source else { return SQLITE_IOERR }
      return CheckedFile.write(file, source, Int(count), at: offset)
    }
    methods.xLock = { file, level in file.map { CheckedFile.lock($0, level) } ?? SQLITE_IOERR }
    methods.xUnlock = { file, level in file.map { CheckedFile.unlock($0, level) } ?? SQLITE_IOERR }
    // These methods only call the base file system.
    methods.xTruncate = { file, size in CheckedFile.pass(file) { $1.xTruncate?($0, size) } }
    methods.xSync = { file, flags in CheckedFile.pass(file) { $1.xSync?($0, flags) } }
    methods.xFileSize = { file, size in CheckedFile.pass(file) { $1.xFileSize?($0, size) } }
    methods.xCheckReservedLock = { file, result in CheckedFile.pass(file) { $1.xCheckReservedLock?($0, result) } }
    methods.xFileControl = { file, operation, argument in
      // The hint would make the file larger without writing pages with checksums.
      if operation == SQLITE_FCNTL_SIZE_HINT { return SQLITE_OK }
      return CheckedFile.pass(file) { $1.xFileControl?($0, operation, argument) }
    }
    methods.xSectorSize = { file in CheckedFile.pass(file) { $1.xSectorSize?($0) } }
    methods.xDeviceCharacteristics = { file in
      // Disable reads of parts of pages, which cannot be verified (SQLITE_IOCAP_SUBPAGE_READ).
      CheckedFile.pass(file) { $1.xDeviceCharacteristics?($0) } & ~0x8000
    }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: methods)
    return UnsafePointer(pointer)
  }()

  /// Calls a method of the base file system.
  private static func pass(_ file: File?, _ call: (_ base: File, sqlite3_io_methods) -> CInt?) -> CInt {
    guard let base = file.map(base), let methods = base.pointee.pMethods?.pointee else { return SQLITE_IOERR }
    return call(base, methods) ?? SQLITE_IOERR
  }
}
