import Foundation
import Glibc
import SystemPackage

/// A temporary folder for one run of a program: its scratch folder, and a file, out of its reach, in which the launcher writes how it
/// ended.
struct RunFolder: Sendable {
  private let path: String
  var scratch: String { "\(path)/scratch" }
  var status: String { "\(path)/status" }

  /// The user as whom the launcher runs programs if this process is root.
  private static let unprivileged: uid_t = 65534

  /// The folder in which the folders of all runs are.
  static let parent: String = {
    let path = NSTemporaryDirectory()
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }()

  private static let prefix = "aggregate-run-"

  private init(path: String) { self.path = path }

  /// The folders that earlier processes left because they were killed. No run takes an hour.
  static let abandoned: [RunFolder] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.map { RunFolder(path: "\(parent)/\($0)") }.filter { folder in
      var status = stat()
      return lstat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
        && time(nil) - status.st_mtim.tv_sec > 3600
    }
  }()

  init() throws(Errno) {
    var template = Array("\(Self.parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard mkdir(scratch, 0o700) == 0, geteuid() != 0 || chmod(path, 0o711) == 0 && giveAway(scratch) else {
      let error = Errno(rawValue: errno)
      remove()
      throw error
    }
  }

  /// Makes the unprivileged user the owner of a folder. A container may have no other user than its root; then, it remains the owner.
  private func giveAway(_ folder: String) -> Bool { chown(folder, Self.unprivileged, Self.unprivileged) == 0 || errno == EINVAL }

  /// Returns an open file with the text that a program reads on stdin. Not a pipe: a program that does not read does no harm, and one that
  /// does need not wait for this process.
  func input(_ bytes: [UInt8]) throws -> FileDescriptor {
    let file = FilePath("\(path)/input")
    let writing = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
    try writing.closeAfter { _ = try writing.writeAll(bytes) }
    defer { unlink(file.string) }
    return try FileDescriptor.open(file, .readOnly, options: [.closeOnExec])
  }

  /// Removes the folder, unless there are still files in the scratch folder. Only the launcher removes those, because a program may have
  /// made them hard to remove.
  ///
  /// - Returns: whether it is gone.
  @discardableResult func remove() -> Bool {
    for file in [status, "\(path)/input"] { unlink(file) }
    rmdir(scratch)
    return rmdir(path) == 0 || errno == ENOENT
  }

  /// Returns how a program ended, as the launcher wrote it.
  func end(of program: String) -> ProgramResult.End {
    guard let data = FileManager.default.contents(atPath: status) else { return .spawn("the launcher wrote no status") }
    let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let number = words.last.flatMap { Int($0) }
    switch (words.first, number) {
    case ("exit", let code?): return .exit(code)
    case ("signal", let signal?): return .signal(signal)
    case ("timeout", _): return .timeout
    case ("limit", _): return .limit(words.last.map(String.init) ?? "")
    case ("denied", _): return .denied
    case ("cancelled", _): return .cancelled
    case ("spawn", let code?): return .spawn("\(StartFailure(CInt(truncatingIfNeeded: code), path: program))")
    case ("confine", let code?):
      let (what, error) = (words.dropFirst().first ?? "", Errno(rawValue: CInt(truncatingIfNeeded: code)))
      guard what == "scratch" else { return .spawn("it cannot be confined (\(what): \(error)); see aggregate doctor") }
      let advice = geteuid() == 0 ? "; as root, programs run as the user nobody: set TMPDIR to a folder that everybody can enter" : ""
      return .spawn("it cannot enter its scratch folder in \(Self.parent): \(error)\(advice)")
    // The launcher was killed because it did not end in time.
    default: return .timeout
    }
  }
}
