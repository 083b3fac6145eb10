import CLinux
package import Glibc

/// A file that is written under a random name beside its target, and then renamed to it: `TARGET.<16 hexadecimal digits>.part`.
///
/// The file is locked (`flock`) as long as the value exists. A part file that nobody has locked was left by a process that has ended,
/// and is deleted by the next one that writes to the same target; a process id would say nothing to a process in another container.
package final class PartFile {
  /// The file that it becomes.
  package let target: String
  /// Where it is until then.
  package let path: String
  /// Open for writing.
  package let descriptor: CInt
  private var isPublished = false
  /// The file at the target, where there was one.
  private var replaced: stat?

  private init(_ target: String, _ path: String, _ descriptor: CInt) {
    self.target = target
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    // First the file, then its lock: nobody may find it without one.
    if !isPublished { Self.remove(path) }
    close(descriptor)
  }

  /// Creates an empty part file, and deletes those of the same target whose writers have ended.
  ///
  /// A file that replaces another takes over its permissions, and its owner and group as far as the system allows. It never allows more
  /// than the file that it replaces.
  /// - Parameters:
  ///   - target: no symbolic link.
  ///   - mode: of a file that replaces none; the umask applies.
  package static func create(for target: String, mode: mode_t = 0o666) throws(PartFileError) -> PartFile {
    removeAbandoned(of: target)
    var old = stat()
    let isReplacing = stat(target, &old) == 0 && old.st_mode & S_IFMT == S_IFREG
    while true {
      let path = "\(target).\(randomName()).part"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isReplacing ? 0o600 : mode)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw PartFileError(errno) }
      let part = PartFile(target, path, descriptor)
      // Whoever looks for abandoned files may have come between.
      guard part.lock() else { continue }
      part.replaced = isReplacing ? old : nil
      return part
    }
  }

  /// Gives the file the name of its target, durably.
  package func publish() throws(PartFileError) {
    if let replaced { takeOver(replaced) }
    guard fsync(descriptor) == 0, rename(path, target) == 0 else { throw PartFileError(errno) }
    isPublished = true
    let directory = open(Self.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    // Not every file system can do this for a folder.
    guard fsync(directory) != 0, ![EINVAL, ENOTSUP, EINTR].contains(errno) else { return }
    throw PartFileError(errno)
  }

  // MARK: - Abandoned files

  /// Deletes the part files of a target that no process has locked.
  package static func removeAbandoned(of target: String) {
    let folder = folder(of: target)
    let prefix = Array((target.split(separator: "/").last ?? "").utf8) + [UInt8(ascii: ".")]
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
      }
      guard let name, isPart(name.utf8, prefix) else { continue }
      removeIfAbandoned(folder == "/" ? "/\(name)" : "\(folder)/\(name)")
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    // Its writer may have finished it between.
    guard lstat(path, &named) == 0, named.st_dev == opened.st_dev, named.st_ino == opened.st_ino else { return }
    remove(path)
  }

  /// Deletes a part file, and what SQLite may have put beside it.
  private static func remove(_ path: String) {
    for suffix in ["-journal", "-wal", "-shm", ""] { unlink(path + suffix) }
  }

  /// Whether the file is locked and still has its name. A file system without locks does without: there nothing is ever taken for
  /// abandoned.
  private func lock() -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  // MARK: - Names

  private static let digits = 16

  private static func randomName() -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// - Parameter prefix: the name of the target, with a dot.
  private static func isPart(_ name: String.UTF8View, _ prefix: [UInt8]) -> Bool {
    let suffix = ".part"
    guard name.count == prefix.count + digits + suffix.utf8.count, name.starts(with: prefix), String(name).hasSuffix(suffix) else {
      return false
    }
    return name.dropFirst(prefix.count).prefix(digits).allSatisfy {
      ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "f"))
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: - Permissions

  /// Takes over the owner, the group, the access control list and the permissions of the file that will be replaced.
  ///
  /// Until then the file is open to its owner only. Where the group or the list cannot be taken over, the permissions of the group would
  /// be those of other people: the file then allows both, the group and everybody else, no more than what both were allowed.
  private func takeOver(_ old: stat) {
    let hasGroup = fchown(descriptor, old.st_uid, old.st_gid) == 0 || fchown(descriptor, uid_t.max, old.st_gid) == 0
    let hasList = clinux_copy_access_list(hasGroup ? target : nil, descriptor) == 0
    var mode = old.st_mode & 0o777
    if !hasGroup || !hasList {
      let both = mode >> 3 & mode & 0o7
      mode = mode & 0o700 | both << 3 | both
    }
    fchmod(descriptor, mode)
  }
}
