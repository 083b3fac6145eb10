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

  init() throws(Errno) {
    let parent = NSTemporaryDirectory()
    var template = Array("\(parent)\(parent.hasSuffix("/") ? "" : "/")aggregate-\(String(repeating: "X", count: 6))".utf8CString)
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

  /// How the program ended, as the launcher wrote it.
  var end: ProgramResult.End {
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
    case ("spawn", let code?): return .spawn(Self.reason(code))
    case ("confine", let code?):
      let what = "\(words.dropFirst().first ?? ""): \(Errno(rawValue: CInt(truncatingIfNeeded: code)))"
      return .spawn("it cannot be confined (\(what)), so it was not run; see aggregate doctor")
    // The launcher was killed because it did not end in time.
    default: return .timeout
    }
  }

  private static func reason(_ code: Int) -> String {
    let text = "it cannot be started: \(Errno(rawValue: CInt(truncatingIfNeeded: code)))"
    guard code == EACCES, geteuid() == 0 else { return text }
    return "\(text); as root, programs run as the user nobody, who must be able to read it"
  }
}
