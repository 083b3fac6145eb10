import Basics
package import CampusCatalog
import FeedKit
package import Fetching

/// The states, bodies and entries of the last run, for the feeds of a filter, and the states of this run.
package final class WorkStore: FeedStore {
  /// A function that returns the last accepted body of a request, by its label ("venues"); nil if there is none.
  package typealias Bodies = @Sendable (_ feed: FeedID, _ label: String) -> [UInt8]?

  private let last: [FeedID: FeedState]
  private let servers: [HostState]
  private let groups: [String: String]
  private let previous: PreviousResults
  private let bodies: Bodies?
  /// The requests that have each body.
  private let requests: [String: [(feed: FeedID, label: String)]]
  private let changes = Guarded<[FeedID: FeedState]>([:])
  private let holds = Guarded<(@Sendable ([UInt8]) -> Void)?>(nil)

  /// - Parameters:
  ///   - previous: has the entries of the last good results, for guards and for former ids.
  ///   - bodies: nil if bodies are not stored.
  package init(_ input: WorkInput = WorkInput(), previous: PreviousResults = PreviousResults(), bodies: Bodies? = nil) {
    var last = input.feeds.compactMapValues(\.state)
    for (id, feed) in input.feeds {
      guard let state = feed.state, !feed.needsNoBody(bodies) else { continue }
      // Without its body, a reply that is not modified cannot be read. A crash may have left a different one.
      if state.requests.contains(where: { bodies?(id, $0.key).map { SHA256.hash($0).hexadecimal } != $0.value.body }) {
        for label in state.requests.keys { last[id]?.requests[label]?.validators = Validators() }
      }
    }
    self.last = last
    servers = input.holds
    groups = input.servers.mapValues(\.group)
    self.previous = previous
    self.bodies = bodies
    var requests: [String: [(feed: FeedID, label: String)]] = [:]
    for (feed, state) in last { for (label, request) in state.requests { requests[request.body, default: []].append((feed, label)) } }
    self.requests = requests
  }

  /// Returns the state of a feed after this run: the stored one, or the last one.
  func state(of feed: FeedID) -> FeedState? { changes.withLock { $0[feed] } ?? last[feed] }

  /// Returns the states of feeds. A feed whose last entries are lost is read again, even if its bytes are the same.
  package func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState] {
    var states: [FeedID: FeedState] = [:]
    for id in feeds {
      guard var state = last[id] else { continue }
      if !previous.isEmpty, let good = state.lastGood, good.entries > 0, try await previous.lines(of: id, good.content) == nil {
        state.forgetRequests()
      }
      states[id] = state
    }
    return states
  }

  package func hosts() -> [HostState] { servers }

  package func entries(of feed: FeedID) async throws(StoreError) -> [UInt8] {
    guard let last = last[feed]?.lastGood, let lines = try await previous.lines(of: feed, last.content) else {
      throw StoreError(.storeCorrupt, "the entries of \(feed) are not in the previous results")
    }
    return lines.bytes
  }

  /// Returns the lines of a last good result; if they are not among the previous results, only their hash, to merge them later.
  package func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    if let lines = try await previous.lines(of: feed, result.content) { return LazyEntryLines(lines, content: result.content) }
    return LazyEntryLines(count: result.entries, size: 0, content: result.content) { _, _ in
      throw StoreError(.storeCorrupt, "the entries of \(feed) are not in the previous results")
    }
  }

  package func body(_ sha256: String) throws(StoreError) -> [UInt8]? {
    // Feeds with equal bodies have a file each, and this run may have replaced some of them.
    for (feed, label) in requests[sha256] ?? [] {
      if let body = bodies?(feed, label), SHA256.hash(body).hexadecimal == sha256 { return body }
    }
    return nil
  }

  package func commit(_ update: FeedUpdate) throws(StoreError) { changes.withLock { $0[update.state.feed] = update.state } }

  /// Writes the lines of servers that demand a pause, at once, because this run may be killed.
  package func commit(_ hosts: [HostUpdate]) throws(StoreError) {
    let lines = hosts.flatMap { WorkLine.server(WorkServer($0.state, group: groups[$0.state.origin])).bytes }
    holds.withLock { $0 }?(lines)
  }

  /// Sets the function that receives the lines of servers that demand a pause.
  package func writeHolds(to write: @escaping @Sendable ([UInt8]) -> Void) { holds.withLock { $0 = write } }
}

extension WorkFeed {
  /// Returns whether the feed can be confirmed without its bodies: it has one request, for one date, and the body need not be written again.
  fileprivate func needsNoBody(_ bodies: WorkStore.Bodies?) -> Bool {
    bodies == nil && state?.requests.count == 1 && feed.addresses.values.count { !$0.isEmpty } == 1 && !feed.hasDates
  }
}

extension WorkInput {
  /// The states of servers, with the earliest times that the lines of feeds have.
  fileprivate var holds: [HostState] {
    var states = servers.mapValues(\.state)
    for feed in feeds.values {
      guard let notBefore = feed.notBefore else { continue }
      var state = states[feed.server] ?? HostState(origin: feed.server)
      state.notBefore = max(state.notBefore ?? notBefore, notBefore)
      states[feed.server] = state
    }
    return states.values.sorted { $0.origin < $1.origin }
  }
}
