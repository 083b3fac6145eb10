import CampusCatalog
package import FeedKit
import Foundation
package import StoreInterface

/// The file of a store, from the outside.
package enum StoreFile {
  /// Makes an empty file and the folders that lead to it, unless they are there.
  ///
  /// The file is made without being opened: to close it again would drop the locks that SQLite holds in this process.
  package static func create(_ path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(.storeIO, "the folder \(folder) cannot be made")
    }
    guard mknod(path, S_IFREG | 0o600, 0) != 0 else { return try sync(folder) }
    let number = errno
    switch number {
    case EEXIST:
      try checkKind(path)
      guard access(path, W_OK) != 0, errno != ENOENT else { return }
      throw StoreError(.storeReadOnly, "\(path) cannot be written: \(text(errno))")
    case EROFS, EACCES, EPERM: throw StoreError(.storeReadOnly, "\(path) cannot be made: \(text(number))")
    case ENOSPC, EDQUOT: throw StoreError(.storeFull, "\(path) cannot be made: \(text(number))")
    default: throw StoreError(.storeIO, "\(path) cannot be made: \(text(number))")
    }
  }

  /// SQLite would wait for ever for who writes to a pipe.
  static func checkKind(_ path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw StoreError(.storeIO, "\(path) is no file; choose another place")
  }

  /// Makes an empty file for its owner only, where there is none.
  static func createNew(_ path: String) throws(StoreError) {
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(.storeIO, "\(path) cannot be made: \(text(errno))") }
    close(descriptor)
  }

  /// Bytes of a file with its log; zero where there is none.
  static func size(_ path: String) -> Int {
    [path, path + "-wal"].reduce(0) { size, path in
      var status = stat()
      return stat(path, &status) == 0 ? size + Int(status.st_size) : size
    }
  }

  /// The log holds what the file does not have yet.
  static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// The address that tells SQLite to do without locks.
  static func immutableAddress(_ path: String) -> String { "\(address(path))?immutable=1" }

  /// A path as an address, to which options can be added.
  package static func address(_ path: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: ";")
    return "file:\(path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)"
  }

  /// Renames a file and its companions to the first free name. Returns the new path.
  static func setAside(_ path: String) throws(StoreError) -> String {
    // A log that stayed behind would be played into the next file of this name: it goes first.
    let suffixes = ["-wal", "-shm", ""]
    var number = 1
    while suffixes.contains(where: { exists("\(path).corrupt-\(number)\($0)") }) { number += 1 }
    let target = "\(path).corrupt-\(number)"
    for suffix in suffixes where exists(path + suffix) {
      guard renameWithoutReplacing(path + suffix, target + suffix) else {
        throw StoreError(.storeIO, "\(path)\(suffix) cannot be renamed: \(text(errno))")
      }
    }
    try sync(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
    return target
  }

  /// Brings what a file holds to the disk.
  static func bringToDisk(_ path: String) throws(StoreError) { try sync(path, O_RDONLY) }

  /// Renames a file, unless another process has just used the new name.
  private static func renameWithoutReplacing(_ path: String, _ target: String) -> Bool {
    if link(path, target) == 0 { return unlink(path) == 0 }
    // Not every file system has hard links.
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno), !exists(target) else { return false }
    return rename(path, target) == 0
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func text(_ number: CInt) -> String { String(cString: strerror(number)) }

  /// Brings a folder's names to the disk; a file system that has no such thing is none to wait for.
  private static func sync(_ folder: String) throws(StoreError) { try sync(folder, O_RDONLY | O_DIRECTORY) }

  private static func sync(_ path: String, _ flags: CInt) throws(StoreError) {
    let descriptor = Foundation.open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP else { return }
    throw StoreError(.storeIO, "\(path) cannot be brought to the disk: \(text(errno))")
  }
}
