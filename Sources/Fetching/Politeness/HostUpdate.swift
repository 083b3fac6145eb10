import OpeningHours

/// What a run learned of a server.
public struct HostUpdate: Sendable, Hashable {
  public let state: HostState
  /// What the store had of the server, as far as the run knows; nil for nothing.
  public let known: HostState?

  public init(_ state: HostState, after known: HostState? = nil) {
    self.state = state
    self.known = known
  }

  /// The state to store instead of the current one: a pause that another run was asked for stays, unless this run was asked for a longer one.
  public func replacing(_ current: HostState?) -> HostState {
    guard let current, current != known, let theirs = current.notBefore else { return state }
    if let ours = state.notBefore, ours >= theirs { return state }
    return current
  }
}
