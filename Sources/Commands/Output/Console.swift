import Basics
import CampusCatalog
import Foundation
import Glibc

/// Prints to stdout and stderr. No other code does: data goes to stdout or to the file of `-o`, messages to stderr.
enum Console {
  /// Prints a message to stderr, made safe to display, after the name of the program.
  ///
  /// - Parameter message: the problem, its position, and advice, without a capital letter and a period. Further lines are details.
  static func error(_ message: String) { log("aggregate: \(message)") }

  /// Prints a note in addition to the answer, unless `--quiet` suppresses notes.
  static func note(_ message: String) {
    if !isQuiet.withLock({ $0 }) { error(message) }
  }

  /// Whether notes are suppressed. Set while the command line is parsed, before anything is printed.
  private static let isQuiet = Guarded(false)

  static func silenceNotes() { isQuiet.withLock { $0 = true } }

  /// Prints a line to stderr, made safe to display: a detail of the message before it, or a record of the log.
  static func log(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((PlainText.visible(line) + "\n").utf8))
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text to stderr unchanged, for drawing on a terminal.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// The path and the bytes of a file that receives the data instead of stdout; nil for stdout.
  private static let file = Guarded<(path: String, bytes: [UInt8])?>(nil)

  /// Collects all data for a file, instead of writing it to stdout. Called while the command line is parsed; - is stdout.
  static func collectOutput(for path: String) {
    if path != "-" { file.withLock { $0 = $0 ?? (path, []) } }
  }

  /// Whether data goes to a file.
  static var hasFile: Bool { file.withLock { $0 != nil } }

  /// Whether there is data for a file.
  static var hasOutput: Bool { file.withLock { $0?.bytes.isEmpty == false } }

  /// Writes the file for which data was collected, whole or not at all. Does nothing if data goes to stdout, and the second time.
  static func publish() throws(Failure) {
    let collected = file.withLock { file in
      defer { file = nil }
      return file
    }
    guard let collected else { return }
    var output = try OutputFile(collected.path, StoreGuard(try .current(), store: nil))
    try collected.bytes.span.withUnsafeBytes { (bytes) throws(Failure) in try output.write(bytes) }
    try output.finish()
  }

  /// Writes all bytes to stdout, or to the file of `-o`.
  ///
  /// - Throws: `brokenPipe` without a message if the reader closed the pipe, so that a run can still store its results; else exit code 5.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let isCollected = file.withLock { file in
      file?.bytes.append(contentsOf: bytes)
      return file != nil
    }
    if isCollected { return }
    switch bytes.write(to: STDOUT_FILENO) {
    case 0: return
    case EPIPE: throw Failure(.brokenPipe)
    case let code:
      // With `>&-`, the descriptor is closed, or was reused for a file that is open for reading only.
      let why = [EBADF, EINVAL].contains(code) ? "it is closed; redirect it to a file or to /dev/null" : SystemError(code: code).text
      throw Failure(.local, "stdout cannot be written: \(why)")
    }
  }

  static func write(_ text: String) throws(Failure) {
    try text.utf8.span.withUnsafeBytes { (bytes) throws(Failure) in try write(bytes) }
  }
}

extension Terminal {
  /// Returns the properties of stdout. The width is the terminal's, else `COLUMNS`, else 80; without a terminal, only `COLUMNS`
  /// counts. Colors are used on terminals if `NO_COLOR` is not set.
  static func current(_ environment: [String: String]) -> Terminal {
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard isatty(STDOUT_FILENO) == 1, !Console.hasFile else { return Terminal(width: columns, hasColor: false) }
    let hasColor = environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    return Terminal(width: size(of: STDOUT_FILENO)?.columns ?? columns ?? 80, hasColor: hasColor)
  }

  /// Returns the size of the terminal at a descriptor; nil if unknown.
  static func size(of descriptor: Int32) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (size.ws_row > 0 ? Int(size.ws_row) : 24, Int(size.ws_col))
  }
}
