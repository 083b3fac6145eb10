import Basics
package import CampusCatalog
package import Fetching

/// The states, bodies and entries of the last run, for the feeds of a filter, and the states of this run.
package final class WorkStore: FeedStore {
  /// A function that returns the last accepted body of a request, by its label ("venues"); nil if there is none.
  package typealias Bodies = @Sendable (_ feed: FeedID, _ label: String) -> [UInt8]?

  private let last: [FeedID: FeedState]
  private let servers: [HostState]
  private let previous: PreviousResults
  private let bodies: Bodies?
  /// The feed and the label of each body.
  private let requests: [String: (feed: FeedID, label: String)]
  private let changes = Guarded<[FeedID: FeedState]>([:])

  /// - Parameters:
  ///   - previous: has the entries of the last good results, for guards and for former ids.
  ///   - bodies: nil if bodies are not stored.
  package init(_ input: WorkInput = WorkInput(), previous: PreviousResults = PreviousResults(), bodies: Bodies? = nil) {
    var last = input.feeds.compactMapValues(\.state)
    for (feed, state) in last where !state.requests.keys.allSatisfy({ Self.needsNoBody(state, bodies) || bodies?(feed, $0) != nil }) {
      // Without its body, a reply that is not modified cannot be read.
      for label in state.requests.keys { last[feed]?.requests[label]?.validators = Validators() }
    }
    self.last = last
    servers = input.hosts
    self.previous = previous
    self.bodies = bodies
    var requests: [String: (feed: FeedID, label: String)] = [:]
    for (feed, state) in last { for (label, request) in state.requests { requests[request.body] = (feed, label) } }
    self.requests = requests
  }

  /// Whether a feed can be confirmed without its bodies: it has one request, and the body need not be written again.
  private static func needsNoBody(_ state: FeedState, _ bodies: Bodies?) -> Bool { state.requests.count == 1 && bodies == nil }

  /// Returns the state of a feed after this run: the stored one, or the last one.
  func state(of feed: FeedID) -> FeedState? { changes.withLock { $0[feed] } ?? last[feed] }

  package func states(of feeds: [FeedID]) throws(StoreError) -> [FeedID: FeedState] {
    Dictionary(feeds.compactMap { id in last[id].map { (id, $0) } }) { first, _ in first }
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
    return LazyEntryLines(count: result.entries, size: 0, content: result.content) { _ in
      throw StoreError(.storeCorrupt, "the entries of \(feed) are not in the previous results")
    }
  }

  package func body(_ sha256: String) throws(StoreError) -> [UInt8]? {
    guard let (feed, label) = requests[sha256], let body = bodies?(feed, label) else { return nil }
    return SHA256.hash(body).hexadecimal == sha256 ? body : nil
  }

  package func commit(_ update: FeedUpdate) throws(StoreError) { changes.withLock { $0[update.state.feed] = update.state } }

  package func commit(_ hosts: [HostUpdate]) throws(StoreError) {}
}
