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

/// A change of a server's state during a run.
public struct HostUpdate: Sendable, Hashable {
  public let state: HostState
  /// The state in the store that the change is based on; nil if there was none.
  public let known: HostState?

  public init(_ state: HostState, after known: HostState? = nil) {
    self.state = state
    self.known = known
  }

  /// Returns the state to store instead of the current one. If another run has changed it, a hold stays unless this run's is longer.
  public func replacing(_ current: HostState?) -> HostState {
    guard let current, current != known, let theirs = current.notBefore else { return state }
    if let ours = state.notBefore, ours >= theirs { return state }
    return current
  }
}
