import Aggregation
import Basics
import CampusCatalog
import Foundation

/// Operations on the file of a store that do not use SQLite.
enum StoreFile {
  /// Creates an empty file (mode 0600) and its parent folders (mode 0700), unless they exist.
  ///
  /// Does not open the file: closing any descriptor of it would drop the locks that SQLite holds in this process
  /// (https://www.sqlite.org/lockingv3.html).
  /// - Throws: `store.readonly` for lack of permission; otherwise `store.full` or `store.io`.
  static func create(_ path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do throws(SystemCallError) { try DurableFolder.create(folder, mode: 0o700) } catch {
      throw failure(error.code, "the folder \(folder)")
    }
    guard mknod(path, S_IFREG | 0o600, 0) != 0 else { return try sync(folder) }
    let number = errno
    switch number {
    case EEXIST:
      try checkKind(path)
      guard access(path, W_OK) != 0, errno != ENOENT else { return }
      throw StoreError(.storeReadOnly, "\(path) cannot be written: \(text(errno))")
    default: throw failure(number, path)
    }
  }

  private static func failure(_ number: CInt, _ subject: String) -> StoreError {
    let reason: ReasonCode =
      switch number {
      case EROFS, EACCES, EPERM: .storeReadOnly
      case ENOSPC, EDQUOT: .storeFull
      default: .storeIO
      }
    return StoreError(reason, "\(subject) cannot be created: \(text(number))")
  }

  /// Verifies that a path is a regular file, or that there is none. (SQLite would wait forever for the writer of a pipe.)
  ///
  /// - Throws: `store.io` for a folder, pipe, socket or device.
  static func checkKind(_ path: String) throws(StoreError) {
    guard status(path) != nil, !isRegular(path) else { return }
    throw StoreError(.storeIO, "\(path) is not a regular file; choose another path")
  }

  static func isRegular(_ path: String) -> Bool { status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  /// Returns the size of a file and its log in bytes; zero if there is none.
  static func size(_ path: String) -> Int {
    [path, path + "-wal"].reduce(0) { $0 + Int(status($1)?.st_size ?? 0) }
  }

  /// Whether there is a log with data that is not in the file yet.
  static func hasLog(_ path: String) -> Bool { status(path + "-wal").map { $0.st_size > 0 } ?? false }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Returns a path as a `file:` URI, to which SQLite options can be appended, such as "?immutable=1". Escapes characters with a
  /// meaning in URIs.
  static func address(_ path: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: ";")
    return "file:\(path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)"
  }

  /// Renames a file; false if the new name exists or the file cannot be renamed. `rename` would replace the target; `link` fails.
  static func renameWithoutReplacing(_ path: String, _ target: String) -> Bool {
    if link(path, target) == 0 { return unlink(path) == 0 }
    // Not every file system has hard links.
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno), !exists(target) else { return false }
    return rename(path, target) == 0
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func text(_ number: CInt) -> String { String(cString: strerror(number)) }

  /// Flushes a folder to the disk, if its file system can do so.
  static func sync(_ folder: String) throws(StoreError) {
    do throws(SystemCallError) { try DurableFolder.sync(folder) } catch {
      throw StoreError(.storeIO, "\(folder) cannot be flushed to the disk: \(text(error.code))")
    }
  }
}
