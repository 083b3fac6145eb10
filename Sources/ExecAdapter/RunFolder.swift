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

  init() throws(Errno) {
    var template = Array("\(Self.parent)/aggregate-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isRoot = geteuid() == 0
    guard mkdir(scratch, 0o700) == 0, !isRoot || chmod(path, 0o711) == 0 && chown(scratch, Self.unprivileged, Self.unprivileged) == 0
    else {
      let error = Errno(rawValue: errno)
      remove()
      throw error
    }
  }

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

  /// Removes the folder with everything in it.
  func remove() {
    // Mostly, it is as empty as the launcher leaves it.
    unlink(status)
    if rmdir(scratch) == 0, rmdir(path) == 0 { return }
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    // The program may have made folders that it could not open itself.
    var folders = [scratch]
    while let folder = folders.popLast() {
      chmod(folder, 0o700)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        var entry = stat()
        if lstat("\(folder)/\(name)", &entry) == 0, entry.st_mode & S_IFMT == S_IFDIR { folders.append("\(folder)/\(name)") }
      }
    }
    try? FileManager.default.removeItem(atPath: path)
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
