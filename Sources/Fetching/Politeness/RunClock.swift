public import OpeningHours

/// The time of a run: what clocks on the wall show, and how long things take. It comes in from the edge, so that a test can
/// let three days pass in a second.
public protocol RunClock: Sendable {
  /// UTC. It may jump.
  func now() -> Instant
  /// Since some moment before the run; it never jumps.
  func elapsed() -> Duration
  /// - Throws: `CancellationError`.
  func sleep(for duration: Duration) async throws
  /// The first moment `now` can tell that is not before so many seconds have passed.
  func moment(after seconds: Int) -> Instant
}

extension RunClock {
  public func moment(after seconds: Int) -> Instant { now().adding(seconds: seconds) }
}

extension Instant {
  /// A later moment; the last one there is when it would be beyond.
  package func adding(seconds: Int) -> Instant {
    Instant(secondsSinceEpoch: secondsSinceEpoch + Int64(seconds), nanoseconds: nanoseconds) ?? self
  }

  /// Whole seconds from another moment to this one.
  package func seconds(since other: Instant) -> Int { Int(secondsSinceEpoch - other.secondsSinceEpoch) }
}
