import Basics

/// Writes lines to stdout from any thread. After an error, nothing more is written.
final class WorkOutput: Sendable {
  private let failure = Guarded<Failure?>(nil)
  private let stop = Guarded<(@Sendable () -> Void)?>(nil)

  /// Sets the function that is called at the first error, because more work would be lost.
  func onFailure(_ stop: @escaping @Sendable () -> Void) { self.stop.withLock { $0 = stop } }

  /// Writes whole lines at once.
  func write(_ lines: [UInt8]) {
    let hasFailed = failure.withLock { failure -> Bool in
      guard failure == nil, !lines.isEmpty else { return false }
      do throws(Failure) {
        try lines.span.withUnsafeBytes { (bytes) throws(Failure) in try Console.write(bytes) }
        return false
      } catch {
        failure = error
        return true
      }
    }
    if hasFailed { stop.withLock { $0 }?() }
  }

  /// - Throws: the first error of writing.
  func finish() throws(Failure) { if let failure = failure.withLock({ $0 }) { throw failure } }
}
