public import Fetching

/// The deadline of a run, for work that does not suspend: parsing, normalizing, merging.
public struct RunDeadline: Sendable {
  /// The deadline; nil if there is none.
  private let end: (limit: Duration, clock: any RunClock)?

  /// - Parameter limit: the elapsed time of `clock` at the deadline.
  public init(_ limit: Duration, by clock: any RunClock) { end = (limit, clock) }

  private init() { end = nil }

  /// A deadline that never passes.
  public static let never = RunDeadline()

  /// Returns whether the deadline has passed. This reads the clock, so do not call it for each record.
  @Sendable func hasPassed() -> Bool { end.map { $0.clock.elapsed() >= $0.limit } ?? false }

  /// Returns the time until the deadline, which may be negative; nil if there is none.
  @Sendable func remaining() -> Duration? { end.map { $0.limit - $0.clock.elapsed() } }

  /// Returns the deadline, postponed if necessary to leave at least this much time from now.
  func leaving(atLeast time: Duration) -> RunDeadline {
    end.map { RunDeadline(max($0.limit, $0.clock.elapsed() + time), by: $0.clock) } ?? self
  }
}
