public import OpeningHours

/// A clock for a run: wall-clock time and elapsed time. Injected, so that tests control time.
public protocol RunClock: Sendable {
  /// Returns the wall-clock time (UTC), which may jump.
  func now() -> Instant
  /// Returns the monotonic time since a fixed moment before the run.
  func elapsed() -> Duration
  /// - Throws: `CancellationError`.
  func sleep(for duration: Duration) async throws
  /// Returns the first wall-clock time that is at least the given number of seconds from now, at the clock's resolution.
  func moment(after seconds: Int) -> Instant
}

extension RunClock {
  public func moment(after seconds: Int) -> Instant { now().adding(seconds: seconds) }
}

extension Instant {
  /// Returns a later instant; this one if the result is out of range.
  package func adding(seconds: Int) -> Instant {
    Instant(secondsSinceEpoch: secondsSinceEpoch + Int64(seconds), nanoseconds: nanoseconds) ?? self
  }

  /// Returns the whole seconds from another instant to this one.
  package func seconds(since other: Instant) -> Int { Int(secondsSinceEpoch - other.secondsSinceEpoch) }
}
