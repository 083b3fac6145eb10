import Glibc

/// Ends the program cleanly when it is interrupted: an unfinished file is removed, the exit code is 130 or 143.
enum Interruption {
  /// The path to remove, as C text; changed only by the one command that runs.
  nonisolated(unsafe) private static var unfinished: UnsafeMutablePointer<CChar>?

  /// Listens for SIGINT and SIGTERM.
  static func install() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // Only calls that are safe in a handler.
        if let path = Interruption.unfinished { unlink(path) }
        _exit(128 + number)
      }
    }
  }

  /// Names the file to remove when the program is interrupted; nil when there is none any more.
  static func sweep(_ path: String?) {
    let old = unfinished
    unfinished = path.flatMap { strdup($0) }
    free(old)
  }
}
