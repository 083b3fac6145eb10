import Foundation
import Glibc

/// Where a file goes that is written under another name first.
enum OutputPlace {
  /// The file that a path names; links are followed, unless they lead out of the folder.
  ///
  /// - Throws: exit 5 for a link to a file in another folder, which somebody else may have laid there.
  static func target(of path: String) throws(Failure) -> String {
    guard let resolved = real(path) else { return path }
    var status = stat()
    // What is no regular file is not replaced, so it does no harm that its name leads elsewhere.
    guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let folder = real(folder(of: path)) else { return resolved }
    guard resolved.hasPrefix(folder == "/" ? "/" : folder + "/") else {
      throw Failure(
        .local, "\(path) is a link that leads out of its folder, to \(resolved) (export.io); name that file, or remove the link")
    }
    return resolved
  }

  /// The name under which a file is written first: `FILE.PID.part`. Those of processes that have ended without finishing are deleted.
  static func part(of target: String) -> String {
    let folder = folder(of: target)
    let prefix = (target.split(separator: "/").last.map(String.init) ?? target) + "."
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) && name.hasSuffix(".part")
    {
      guard let process = pid_t(name.dropFirst(prefix.count).dropLast(".part".count)), process > 0 else { continue }
      if process == getpid() || kill(process, 0) != 0 && errno == ESRCH { unlink("\(folder)/\(name)") }
    }
    return "\(target).\(getpid()).part"
  }

  /// Gives a finished file its name, durably.
  static func move(_ part: String, to target: String) throws(Failure) {
    guard rename(part, target) == 0 else { throw failure(target) }
    let directory = open(folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    defer { close(directory) }
    // A file system that has no such thing is none to wait for.
    guard fsync(directory) != 0, ![EINVAL, ENOTSUP, EINTR].contains(errno) else { return }
    throw failure(target)
  }

  /// What the system said of a file just now.
  static func failure(_ path: String) -> Failure {
    Failure(.local, "\(path) can not be written: \(String(cString: strerror(errno))) (export.io); choose another place")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
