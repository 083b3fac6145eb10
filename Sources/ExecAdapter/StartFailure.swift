import Foundation
import Glibc
import SystemPackage

/// Why a program could not be started.
struct StartFailure: CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - code: the error of `execve`.
  ///   - path: the file that was to be started.
  init(_ code: CInt, path: String) {
    let beginning = Self.beginning(of: path)
    let end = beginning.firstIndex { $0 == "\n" || $0 == "\r\n" } ?? beginning.endIndex
    let first = beginning.hasPrefix("#!") ? PlainText.line(String(beginning[..<end])) : nil
    switch code {
    case ENOENT where first != nil:
      let isFromWindows = beginning[end...].first == "\r\n"
      let advice = isFromWindows ? "; the line ends with CR LF, and CR counts as part of the name" : ""
      description = "the interpreter of its first line does not exist: \(first ?? "")\(advice)"
    case ENOENT: description = "it, or a file that is needed to start it, does not exist"
    case ENOEXEC where beginning.isEmpty: description = "it is not a program: the file is empty"
    case ENOEXEC where beginning.hasPrefix("\u{7F}ELF"): description = "it is not a program for this machine"
    case ENOEXEC where first == nil: description = "it is not a program: the file has no #! line"
    case EACCES where geteuid() == 0:
      description = "\(Self.text(code, first)); as root, programs run as the user nobody, who must be able to read it"
    default: description = Self.text(code, first)
    }
  }

  private static func text(_ code: CInt, _ first: String?) -> String {
    "it cannot be started: \(Errno(rawValue: code))" + (first.map { "; its first line is \($0)" } ?? "")
  }

  /// Returns what the kernel reads of a file to find its interpreter.
  private static func beginning(of path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 255) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
