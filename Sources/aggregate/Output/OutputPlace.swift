import Foundation
import Glibc

/// Where a file goes that is written under another name first.
enum OutputPlace {
  /// The file that a path names; links are followed, unless they lead out of the folder.
  ///
  /// - Throws: exit 5 for a link to a file in another folder, which somebody else may have laid there, and for one that leads nowhere
  ///   a file could be.
  static func target(of path: String) throws(Failure) -> String {
    var resolved = real(path)
    if resolved == nil { resolved = try missing(path) }
    guard let resolved else { return path }
    var status = stat()
    // What is no regular file is not replaced, so it does no harm that its name leads elsewhere.
    if stat(resolved, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return resolved }
    guard let folder = real(InputFile.folder(of: path)) else { return resolved }
    guard resolved.hasPrefix(folder == "/" ? "/" : folder + "/") else { throw refusal(path, "leads out of its folder, to \(resolved)") }
    return resolved
  }

  /// The file that a link names which is not there yet; nil for what is no link.
  ///
  /// - Throws: for a loop, and for a link to a file in a folder that is not there.
  private static func missing(_ path: String) throws(Failure) -> String? {
    var place = path
    var links = 0
    while let next = link(place) {
      links += 1
      // As many as the system follows.
      guard links <= 40 else { throw refusal(path, "leads to itself") }
      place = next.hasPrefix("/") ? next : "\(InputFile.folder(of: place))/\(next)"
    }
    guard links > 0 else { return nil }
    guard let folder = real(InputFile.folder(of: place)), let name = place.split(separator: "/").last, !place.hasSuffix("/"), name != ".."
    else {
      throw refusal(path, "leads to \(place), where no file can be")
    }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  private static func refusal(_ path: String, _ what: String) -> Failure {
    Failure(.local, "\(path) is a link that \(what) (export.io); name the file that is meant, or remove the link")
  }

  /// What a link names; nil for what is none.
  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// The name under which a file is written first: `FILE.PID.part`. Those of processes that have ended without finishing are deleted.
  static func part(of target: String) -> String {
    let folder = InputFile.folder(of: target)
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
    let directory = open(InputFile.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
