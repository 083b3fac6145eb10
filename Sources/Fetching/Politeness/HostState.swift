public import OpeningHours

/// The state of a server between runs: holds and failures.
public struct HostState: Sendable, Hashable {
  /// `scheme://host:port`.
  public let origin: String
  /// No requests are sent there before this time.
  public var notBefore: Instant?
  /// The number of failures since the last success.
  public var failures = 0
  /// How often the circuit has opened since the last success.
  public var openings = 0

  public init(origin: String) { self.origin = origin }
}
