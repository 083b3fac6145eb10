import FeedKit
import Foundation
import Glibc

/// Why a file cannot be started as a program.
struct StartFailure: CustomStringConvertible {
  let description: String

  /// Examines a file before it is started; nil if nothing seems to be wrong. Otherwise, a system tool would treat it as a script.
  init?(of path: String) {
    guard let beginning = Self.beginning(of: path) else { return nil }
    if beginning.isEmpty {
      description = "it is not a program: the file is empty"
    } else if beginning.starts(with: Self.elf) {
      guard Self.machine(beginning) != Self.beginning(of: "/proc/self/exe").flatMap(Self.machine) else { return nil }
      description = "it is not a program for this machine"
    } else if let line = Self.interpreterLine(beginning) {
      let path = line.dropFirst(2).split(whereSeparator: { $0 == " " || $0 == "\t" }).first.map(String.init) ?? ""
      guard access(path, X_OK) != 0 else { return nil }
      let advice = line.hasSuffix("\r") ? "; the line ends with CR LF, and CR counts as part of the name" : ""
      description = "the interpreter of its first line does not exist: \(PlainText.line(line) ?? "")\(advice)"
    } else {
      description = "it is not a program: the file has no #! line"
    }
  }

  /// - Parameter message: the last line on stderr, perhaps from the shell or prlimit, which start the program.
  init?(_ path: String, exitCode: Int, message: String?) {
    guard exitCode == 126 || exitCode == 127, let message, message.hasPrefix("sh: ") || message.hasPrefix("prlimit: "),
      let name = message.range(of: "\(path): ")
    else { return nil }
    let line = Self.beginning(of: path).flatMap(Self.interpreterLine).flatMap { PlainText.line($0) }
    let first = line.map { "; its first line is \($0)" } ?? ""
    description =
      exitCode == 127
      ? "a file that is needed to start it does not exist, or is in a folder that programs cannot read\(first)"
      : "it cannot be started: \(message[name.upperBound...])\(first)"
  }

  private static let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  /// Returns the fields of an ELF file that identify its target machine.
  private static func machine(_ beginning: [UInt8]) -> [UInt8]? {
    beginning.count > 19 ? Array(beginning[4...5]) + Array(beginning[18...19]) : nil
  }

  private static func interpreterLine(_ beginning: [UInt8]) -> String? {
    beginning.starts(with: Array("#!".utf8)) ? String(decoding: beginning.prefix { $0 != 0x0A }, as: UTF8.self) : nil
  }

  /// Returns the part of a file that names its interpreter; nil if the file cannot be read.
  private static func beginning(of path: String) -> [UInt8]? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    return Array((try? file.read(upToCount: 255)) ?? Data())
  }
}
