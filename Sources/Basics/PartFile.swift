import CLinux
package import Glibc

/// A temporary file that replaces its target atomically when it is complete.
///
/// The file is named `TARGET.<16 hexadecimal digits>.part` and is locked (`flock`) while this object exists. An unlocked part file was
/// abandoned by a process that has ended, and is deleted when a process writes to the same target. (A process id in the name would not work
/// across containers.)
package final class PartFile {
  package let target: String
  package let path: String
  /// The file descriptor, open for writing.
  package let descriptor: CInt
  private var isPublished = false
  /// The status of the file to replace; nil if there is none.
  private var replaced: stat?

  private init(_ target: String, _ path: String, _ descriptor: CInt) {
    self.target = target
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    // Delete the file before closing it, so that it is never seen without its lock.
    if !isPublished { Self.remove(path) }
    close(descriptor)
  }

  /// Creates an empty part file, and deletes abandoned ones of the same target.
  ///
  /// When it replaces a file, the part file receives that file's permissions, and its owner and group if possible. It is never more
  /// permissive than the file it replaces.
  ///
  /// - Parameters:
  ///   - target: the path of the file to replace, which must not be a symbolic link.
  ///   - mode: the mode of a new file, subject to the umask.
  package static func create(for target: String, mode: mode_t = 0o666) throws(SystemCallError) -> PartFile {
    removeAbandoned(of: target)
    var old = stat()
    let isReplacing = stat(target, &old) == 0 && old.st_mode & S_IFMT == S_IFREG
    while true {
      let path = "\(target).\(randomName()).part"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isReplacing ? 0o600 : mode)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemCallError(code: errno) }
      let part = PartFile(target, path, descriptor)
      // Another process may have deleted the file as abandoned before it was locked.
      guard part.lock() else { continue }
      part.replaced = isReplacing ? old : nil
      return part
    }
  }

  /// Replaces the target with this file, durably.
  ///
  /// - Parameter isReadOnly: whether to make the file read-only. It can still be replaced.
  package func publish(isReadOnly: Bool = false) throws(SystemCallError) {
    if let replaced { copyPermissions(of: replaced) }
    var status = stat()
    if isReadOnly, fstat(descriptor, &status) != 0 || fchmod(descriptor, status.st_mode & 0o555) != 0 { throw SystemCallError(code: errno) }
    guard fsync(descriptor) == 0, rename(path, target) == 0 else { throw SystemCallError(code: errno) }
    isPublished = true
    try DurableFolder.sync(Self.folder(of: target))
  }

  // MARK: - Abandoned files

  /// Deletes the part files of a target that are not locked.
  private static func removeAbandoned(of target: String) {
    let folder = folder(of: target)
    let prefix = "\(target.split(separator: "/").last ?? "").".utf8
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
      }
      guard let name, name.utf8.starts(with: prefix) else { continue }
      let end = String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)
      guard end.wholeMatch(of: /[0-9a-f]{16}\.part/) != nil else { continue }
      removeIfAbandoned(folder == "/" ? "/\(name)" : "\(folder)/\(name)")
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    // Its writer may have renamed it in the meantime.
    guard lstat(path, &named) == 0, named.st_dev == opened.st_dev, named.st_ino == opened.st_ino else { return }
    remove(path)
  }

  /// Deletes a part file and the files that SQLite may have created for it.
  private static func remove(_ path: String) {
    for suffix in ["-journal", "-wal", "-shm", ""] { unlink(path + suffix) }
  }

  /// Locks the file. Returns false if it is locked or deleted already. File systems without locks are supported: no file is considered
  /// abandoned there.
  private func lock() -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  // MARK: - Names

  static func randomName() -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// Returns the folder of a path, as written in the path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: - Permissions

  /// Copies the owner, the group, the access control list and the permissions of the file to replace.
  ///
  /// Before that, only the owner can access the file. If the group or the list cannot be copied, its permissions would apply to the wrong
  /// users. In that case, the group and everyone else only get the permissions that both had before.
  private func copyPermissions(of old: stat) {
    let hasGroup = fchown(descriptor, old.st_uid, old.st_gid) == 0 || fchown(descriptor, uid_t.max, old.st_gid) == 0
    let hasList = copyAccessList(from: hasGroup ? target : nil)
    var mode = old.st_mode & 0o777
    if !hasGroup || !hasList {
      let both = mode >> 3 & mode & 0o7
      mode = mode & 0o700 | both << 3 | both
    }
    fchmod(descriptor, mode)
  }

  /// Copies the access control list of a file, or removes this file's list if the other one has none.
  ///
  /// - Parameter path: the path of the other file; nil to only remove the list, which may come from the folder.
  /// - Returns: whether that was possible.
  private func copyAccessList(from path: String?) -> Bool {
    let name = "system.posix_acl_access"
    var list = [UInt8](repeating: 0, count: 1 << 16)
    let size = path.map { getxattr($0, name, &list, list.count) } ?? 0
    if size > 0 { return fsetxattr(descriptor, name, list, size, 0) == 0 }
    func hasNoList() -> Bool { errno == ENODATA || errno == ENOTSUP }
    return (size == 0 || hasNoList()) && (fremovexattr(descriptor, name) == 0 || hasNoList())
  }
}
