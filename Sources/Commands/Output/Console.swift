import CampusCatalog
import Foundation
import Glibc

/// Prints to stdout and stderr. No other code does.
enum Console {
  /// Prints a line to stderr, made safe to display.
  static func error(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((PlainText.visible(line) + "\n").utf8))
  }

  /// Whether stderr is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text to stderr unchanged, for drawing on a terminal.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// Writes all bytes to stdout.
  ///
  /// - Throws: `brokenPipe` without a message if the reader closed the pipe, so that a run can still store its results; else exit code 5.
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
