import CampusCatalog
import Foundation
import Glibc

/// Prints to stdout and stderr. Nothing else does.
enum Console {
  /// A line on stderr, made safe to show.
  static func error(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((PlainText.visible(line) + "\n").utf8))
  }

  /// People watch stderr.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text to stderr unchanged, for drawing on a terminal.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// Bytes on stdout, all of them.
  ///
  /// - Throws: `brokenPipe` without a message if its reader went away, so that a run can still store what it learned; else exit 5.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    switch bytes.write(to: STDOUT_FILENO) {
    case 0: return
    case EPIPE: throw Failure(.brokenPipe)
    case let code: throw Failure(.local, "stdout cannot be written: \(SystemError(code: code).text)")
    }
  }

  static func write(_ text: String) throws(Failure) {
    try text.utf8.span.withUnsafeBytes { (bytes) throws(Failure) in try write(bytes) }
  }
}
