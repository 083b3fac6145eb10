import Glibc
import Synchronization

/// Ends the program cleanly when it is interrupted: removes an unfinished file, and exits with code 130 or 143.
enum Interruption {
  /// The path of the file to remove, as a C string. A signal handler or `setFileToRemove` takes it out and then owns it, so that no other
  /// thread can free memory that a handler reads.
  nonisolated(unsafe) private static let unfinished = Atomic<UnsafeMutablePointer<CChar>?>(nil)
  /// Whether a handler is ending the program. Further signals are ignored, so that it has time to finish.
  private static let isEnding = Atomic(false)

  /// Listens for SIGINT and SIGTERM.
  static func install() {
    // Initialize both here, because the handler must not be the first to use them.
    _ = (unfinished.load(ordering: .relaxed), isEnding.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // Only call functions that are safe in a signal handler.
        if Interruption.isEnding.exchange(true, ordering: .acquiringAndReleasing) { return }
        if let path = Interruption.unfinished.exchange(nil, ordering: .acquiringAndReleasing) { unlink(path) }
        _exit(128 + number)
      }
    }
  }

  /// Sets the file to remove if the program is interrupted; nil once the file is finished or removed.
  static func setFileToRemove(_ path: String?) {
    let new = path.flatMap { strdup($0) }
    free(unfinished.exchange(new, ordering: .acquiringAndReleasing))
  }
}
