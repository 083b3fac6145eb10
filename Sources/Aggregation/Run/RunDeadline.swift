public import Fetching

/// The end of the time that a run may take, for work that does not wait: parsing, normalizing, merging.
public struct RunDeadline: Sendable {
  /// Nil: there is none.
  private let end: (limit: Duration, clock: any RunClock)?

  /// - Parameters:
  ///   - limit: counted from the moment at which `clock` began to count.
  ///   - clock: asked each time.
  public init(_ limit: Duration, by clock: any RunClock) { end = (limit, clock) }

  private init() { end = nil }

  public static let never = RunDeadline()

  @Sendable func hasPassed() -> Bool { end.map { $0.clock.elapsed() >= $0.limit } ?? false }

  /// A deadline that leaves at least this much time from now on.
  func leaving(atLeast time: Duration) -> RunDeadline {
    guard let end else { return self }
    return RunDeadline(max(end.limit, end.clock.elapsed() + time), by: end.clock)
  }
}
