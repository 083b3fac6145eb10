public import CampusCatalog

/// A store that forgets everything with the process.
public actor MemoryStore: FeedStore {
  private var states: [FeedID: FeedState] = [:]
  private var lines: [FeedID: [UInt8]] = [:]
  private var bodies: [String: [UInt8]] = [:]
  private var servers: [String: HostState] = [:]
  private let keepsContents: Bool

  /// - Parameter keepsContents: bodies and entries too; without them a run can not serve what an earlier run of the same process
  ///   accepted.
  public init(keepsContents: Bool = true) { self.keepsContents = keepsContents }

  public func states(of feeds: [FeedID]) throws(StoreError) -> [FeedID: FeedState] {
    states.filter { feeds.contains($0.key) }
  }

  public func hosts() throws(StoreError) -> [HostState] { servers.values.sorted { $0.origin < $1.origin } }

  public func entries(of feed: FeedID) throws(StoreError) -> [UInt8] {
    guard let lines = lines[feed] else { throw StoreError("store.corrupt", "the entries of \(feed) are not kept") }
    return lines
  }

  public func body(_ sha256: String) throws(StoreError) -> [UInt8]? { bodies[sha256] }

  public func commit(_ update: FeedUpdate) throws(StoreError) {
    if let confirmed = update.confirmed, let kept = states[update.state.feed] {
      let isCurrent = kept.lastGood?.isSameResult(as: confirmed.lastGood) == true && kept.lastPolledAt == confirmed.lastPolledAt
      if !isCurrent { return }
    }
    states[update.state.feed] = update.state
    guard keepsContents else { return }
    if let entries = update.entries { lines[update.state.feed] = entries }
    for (sha256, bytes) in update.bodies { bodies[sha256] = bytes }
  }

  public func commit(_ hosts: [HostUpdate]) throws(StoreError) {
    for host in hosts { servers[host.state.origin] = host.replacing(servers[host.state.origin]) }
  }
}
