public import CampusCatalog

/// What is kept between runs: the state of feeds and servers, and the last good results. The one seam for it; a run without
/// one uses `MemoryStore`.
///
/// Contents are named by their SHA-256 (lower-case hexadecimal) and verified on reading: what does not match is never given
/// out.
public protocol FeedStore: Sendable {
  /// What is known of these feeds, with its revision; of a feed that was never read, nothing.
  func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState]

  func hosts() async throws(StoreError) -> [HostState]

  /// The canonical lines of the entries of a feed's last good result, each with its line feed.
  func entries(of feed: FeedID) async throws(StoreError) -> [UInt8]

  /// The lines of a result, for whom it is enough that they are known to be whole: a store that can tell that without unpacking them
  /// gives them as they are. (A store that one run alone uses needs nothing for this.)
  ///
  /// - Parameter result: what the run knows as the last good one. Another run may have kept a newer one since then: its lines are not
  ///   given instead of these.
  func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines

  /// The same for many results at once. A store that gains nothing by that need not give any, and none is given that is missing or
  /// not whole: `lines(of:_:)` tells what is wrong with it. (The others need nothing for this.)
  ///
  /// - Returns: by the names of the contents.
  func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines]

  /// The body with this SHA-256; nil when it is not kept.
  func body(_ sha256: String) async throws(StoreError) -> [UInt8]?

  /// Keeps all of one update, or nothing of it.
  ///
  /// - Throws: `store.conflict` where another run has written the state of the feed since the one of the update was read
  ///   (`FeedState.revision`).
  func commit(_ update: FeedUpdate) async throws(StoreError)

  /// Keeps what a run learned of servers, beside what others have kept meanwhile (`HostUpdate.replacing`).
  func commit(_ hosts: [HostUpdate]) async throws(StoreError)

  /// Whether it remembers what runs wrote.
  var keepsRuns: Bool { get }

  /// The content hash of the catalog of a run, where one with the same campuses and entries was kept with its hash. Nil where it is not
  /// known, or would not be known sooner than by hashing. (Stores that remember no runs need nothing for this.)
  func contentHash(of run: RunUpdate) async throws(StoreError) -> String?

  /// Keeps what is left at the end of a run. (Stores that remember no runs need nothing for this.)
  ///
  /// - Returns: what could not be kept of it.
  func commit(_ end: RunEnd) async -> [RunEnd.Failure]
}

extension FeedStore {
  public func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    LazyEntryLines(EntryLines(bytes: try await entries(of: feed), count: result.entries))
  }

  public func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines] { [:] }

  public var keepsRuns: Bool { false }

  public func contentHash(of run: RunUpdate) async throws(StoreError) -> String? { nil }

  public func commit(_ end: RunEnd) async -> [RunEnd.Failure] {
    var failures: [RunEnd.Failure] = []
    for update in end.confirmations {
      do throws(StoreError) { try await commit(update) } catch { failures.append(RunEnd.Failure(error, feed: update.state.feed)) }
    }
    guard !end.hosts.isEmpty else { return failures }
    do throws(StoreError) { try await commit(end.hosts) } catch { failures.append(RunEnd.Failure(error)) }
    return failures
  }
}

/// All that one poll of a feed changes.
public struct FeedUpdate: Sendable {
  public var state: FeedState
  /// The canonical lines of the accepted entries, each with its line feed; nil: those that are kept stay.
  public var entries: [UInt8]?
  /// Bodies that the state names and that may be new. A stream keeps those of its last reply only.
  public var bodies: [(sha256: String, bytes: [UInt8])]
  /// The feed is a stream: bodies of earlier replies need not be kept.
  public var isStream: Bool
  /// The last good result was seen to be current: what was known of the feed before that. Where another run has polled the feed
  /// since then, what that one learned stays, and nothing of this update is kept. Nil for all other updates.
  public var confirmed: FeedState?

  public init(
    _ state: FeedState, entries: [UInt8]? = nil, bodies: [(sha256: String, bytes: [UInt8])] = [], isStream: Bool = false,
    confirming confirmed: FeedState? = nil
  ) {
    self.state = state
    self.entries = entries
    self.bodies = bodies
    self.isStream = isStream
    self.confirmed = confirmed
  }
}

/// Why the store could not do it.
public struct StoreError: Error, Sendable, Hashable {
  public let reason: ReasonCode
  /// One sentence without a full stop.
  public let detail: String

  public init(_ reason: ReasonCode, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
