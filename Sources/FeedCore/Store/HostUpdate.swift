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

  /// What is kept in the place of what the store has now: what another run was asked for meanwhile stands, unless this one was asked for more.
  public func replacing(_ current: HostState?) -> HostState {
    guard let current, current != known, let theirs = current.notBefore else { return state }
    if let ours = state.notBefore, ours >= theirs { return state }
    return current
  }
}
