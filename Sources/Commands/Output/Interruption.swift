import Glibc
import Synchronization

/// Ends the program cleanly when it is interrupted: an unfinished file is removed, the exit code is 130 or 143.
enum Interruption {
  /// The path of the file to remove, as C text. Whoever takes it out, a signal handler or `sweep`, owns it: no other thread can free what
  /// a handler reads.
  nonisolated(unsafe) private static let unfinished = Atomic<UnsafeMutablePointer<CChar>?>(nil)
  /// A handler ends the program: further signals leave it the time to.
  private static let isEnding = Atomic(false)

  /// Listens for SIGINT and SIGTERM.
  static func install() {
    // The handler must not be the first to use them.
    _ = (unfinished.load(ordering: .relaxed), isEnding.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // Only calls that are safe in a handler.
        if Interruption.isEnding.exchange(true, ordering: .acquiringAndReleasing) { return }
        if let path = Interruption.unfinished.exchange(nil, ordering: .acquiringAndReleasing) { unlink(path) }
        _exit(128 + number)
      }
    }
  }

  /// Names the file to remove when the program is interrupted; nil when it is gone.
  static func sweep(_ path: String?) {
    let new = path.flatMap { strdup($0) }
    free(unfinished.exchange(new, ordering: .acquiringAndReleasing))
  }
}
