public import CampusCatalog
public import Fetching
public import OpeningHours

/// A type that stores the states of feeds and servers, the last good results and the history of runs.
///
/// Contents are identified by their SHA-256 (lower-case hexadecimal); a mismatch when they are read is an error.
public protocol FeedStore: Sendable {
  /// Returns the states of feeds with their revisions. Feeds that were never polled are not in the result.
  func states(of feeds: [FeedID]) async throws(StoreError) -> [FeedID: FeedState]

  func hosts() async throws(StoreError) -> [HostState]

  /// Returns the canonical lines of the entries of a feed's last good result, each with its line feed.
  func entries(of feed: FeedID) async throws(StoreError) -> [UInt8]

  /// Returns the lines of a result, compressed if the store can verify them so. The default implementation returns `entries(of:)`.
  ///
  /// - Parameter result: the last good result as the run knows it. The lines of a newer one must not be returned instead.
  func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines

  /// Returns the lines of many results at once, for stores that can read them faster together. The default implementation returns none.
  ///
  /// - Returns: lines by the SHA-256 of the contents. Missing or damaged contents are left out; `lines(of:_:)` reports the error.
  func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines]

  /// Returns lines that are read from the store when they are needed, instead of lines in memory; nil if the store does not have them. The
  /// store must then stay open until they are written. The default is nil.
  func unloaded(_ lines: LazyEntryLines) -> LazyEntryLines?

  /// Returns the body with this SHA-256; nil if it is not stored.
  func body(_ sha256: String) async throws(StoreError) -> [UInt8]?

  /// Stores an update in one transaction.
  ///
  /// - Throws: `store.conflict` if another run has written the state of the feed since the update's state was read
  ///   (`FeedState.revision`).
  func commit(_ update: FeedUpdate) async throws(StoreError)

  /// Stores the states of servers, merged with the states that other runs have stored in the meantime (`HostUpdate.replacing`).
  func commit(_ hosts: [HostUpdate]) async throws(StoreError)

  /// Whether the store has a history of the output of runs. The default is false.
  var storesRuns: Bool { get }

  /// Returns the content hash of a run's catalog, if a catalog with the same campuses and entries is stored with its hash; nil if there
  /// is none, or finding it would take longer than hashing. The default is nil.
  func contentHash(of run: RunUpdate) async throws(StoreError) -> String?

  /// Stores the rest of a run at its end. The default implementation stores confirmations and servers, but not the run.
  ///
  /// - Returns: the parts that could not be stored, with their errors.
  func commit(_ end: RunEnd) async -> [RunEnd.Failure]
}

extension FeedStore {
  public func lines(of feed: FeedID, _ result: FeedState.LastGood) async throws(StoreError) -> LazyEntryLines {
    LazyEntryLines(EntryLines(bytes: try await entries(of: feed), count: result.entries), content: result.content)
  }

  public func lines(of results: [FeedState.LastGood]) async throws(StoreError) -> [String: LazyEntryLines] { [:] }

  public func unloaded(_ lines: LazyEntryLines) -> LazyEntryLines? { nil }

  public var storesRuns: Bool { false }

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

/// All changes that one poll of a feed makes to a store.
public struct FeedUpdate: Sendable {
  public var state: FeedState
  /// The canonical lines of the accepted entries, each with its line feed; nil if the stored ones stay.
  public var entries: [UInt8]?
  /// The bodies that the state refers to and that may be new.
  public var bodies: [(sha256: String, bytes: [UInt8])]
  /// Whether the feed is a stream, so that bodies of earlier replies need not be stored.
  public var isStream: Bool
  /// The zone of the campus, on whose clock the day of a menu or an event ends; nil if unknown.
  public var zone: Zone?
  /// For a confirmation that the last good result is current: the state before it. If another run has polled the feed since then, its
  /// state stays and nothing of this update is stored. Nil for all other updates.
  public var confirmed: FeedState?

  public init(
    _ state: FeedState, entries: [UInt8]? = nil, bodies: [(sha256: String, bytes: [UInt8])] = [], isStream: Bool = false, zone: Zone? = nil,
    confirming confirmed: FeedState? = nil
  ) {
    self.state = state
    self.entries = entries
    self.bodies = bodies
    self.isStream = isStream
    self.zone = zone
    self.confirmed = confirmed
  }
}

/// An error of a store: a reason and a message.
public struct StoreError: Error, Sendable, Hashable {
  public let reason: ReasonCode
  /// The problem, in one sentence without a period.
  public let detail: String

  public init(_ reason: ReasonCode, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
