public import CampusCatalog
public import Fetching

/// A store in memory, for trials and tests.
public actor MemoryStore: FeedStore {
  private var states: [FeedID: FeedState] = [:]
  /// The number of states written; also the last revision.
  private var writes: Int64 = 0
  private var lines: [FeedID: [UInt8]] = [:]
  private var bodies: [String: [UInt8]] = [:]
  private var servers: [String: HostState] = [:]

  public init() {}

  public func states(of feeds: [FeedID]) throws(StoreError) -> [FeedID: FeedState] {
    feeds.reduce(into: [:]) { $0[$1] = states[$1] }
  }

  public func hosts() throws(StoreError) -> [HostState] { servers.values.sorted { $0.origin < $1.origin } }

  public func entries(of feed: FeedID) throws(StoreError) -> [UInt8] {
    guard let lines = lines[feed] else { throw StoreError(.storeCorrupt, "the entries of \(feed) are not stored") }
    return lines
  }

  public func body(_ sha256: String) throws(StoreError) -> [UInt8]? { bodies[sha256] }

  public func commit(_ update: FeedUpdate) throws(StoreError) {
    let feed = update.state.feed
    var current: Int64?
    if case .number(let number)? = states[feed]?.revision { current = number }
    guard update.state.revision.allows(current) else {
      if update.confirmed != nil { return }
      throw StoreError(.storeConflict, "another run has written the state of \(feed) in the meantime")
    }
    if let confirmed = update.confirmed, let stored = states[feed] {
      let isCurrent = stored.lastGood?.isSameResult(as: confirmed.lastGood) == true && stored.lastPolledAt == confirmed.lastPolledAt
      if !isCurrent { return }
    }
    writes += 1
    states[feed] = update.state
    states[feed]?.revision = .number(writes)
    if let entries = update.entries { lines[feed] = entries }
    for (sha256, bytes) in update.bodies { bodies[sha256] = bytes }
  }

  public func commit(_ hosts: [HostUpdate]) throws(StoreError) {
    for host in hosts { servers[host.state.origin] = host.replacing(servers[host.state.origin]) }
  }
}
