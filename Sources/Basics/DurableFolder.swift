package import Glibc

/// Folders whose names, and the names in them, remain after a power loss.
package enum DurableFolder {
  /// Creates a folder and its parents, unless they exist, and flushes the names of the new ones to the disk.
  ///
  /// - Parameter mode: the mode of each new folder, subject to the umask.
  package static func create(_ path: String, mode: mode_t = 0o777) throws(SystemCallError) {
    guard !exists(path) else { return }
    let parent = PartFile.folder(of: path)
    try create(parent, mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST && exists(path) else { throw SystemCallError(code: errno) }
    try sync(parent)
  }

  /// Flushes the names in a folder to the disk: the files that were created, renamed or deleted in it. `fsync` of a file does not do that.
  ///
  /// Does nothing if there is no folder, if it must not be read, or if its file system cannot flush folders.
  package static func sync(_ path: String) throws(SystemCallError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if [EACCES, ENOENT].contains(errno) { return }
      throw SystemCallError(code: errno)
    }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      if [EINVAL, ENOTSUP].contains(errno) { return }
      guard errno == EINTR else { throw SystemCallError(code: errno) }
    }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
