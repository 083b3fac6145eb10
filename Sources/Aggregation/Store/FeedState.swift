public import CampusCatalog
package import FeedKit
public import Fetching
public import OpeningHours

/// The state of a feed between runs: its schedule, the validators of its replies, and the metadata of its last good result.
public struct FeedState: Sendable, Hashable {
  public let feed: FeedID
  /// The adapter with its version and everything else that determines how replies are read. If it changes, all validators are dropped.
  public var key: String
  /// The state of each request by its label ("venues", "guides.2").
  public var requests: [String: RequestState] = [:]
  public var lastGood: LastGood?
  /// When the next poll is due, from cadence and freshness.
  public var nextDue: Instant?
  /// The earliest time for the next request, as the server demanded.
  public var notBefore: Instant?
  public var failures = 0
  /// The reason of the last failure; nil after a success.
  public var lastFailure: ReasonCode?
  /// When the feed was last polled, with or without success.
  public var lastPolledAt: Instant?
  /// When the feed was last read with unconditional requests.
  public var lastUnconditionalAt: Instant?
  /// When the server's validators last contradicted its content, in whole seconds; they are not used for a while. Nil if they are
  /// trusted.
  public var distrustedAt: Instant?
  /// When the server answered 410, at most once for each run.
  public var goneAt: [Instant] = []
  public var held: Held?
  /// The feeds of a catalog whose last good entries are served instead of suspicious ones.
  package var heldFeeds: [FeedID: Held] = [:]
  /// The version of the stored state that this one is based on. A store only writes the state if that is still the current version.
  public var revision = Revision.any

  public init(feed: FeedID, key: String) {
    self.feed = feed
    self.key = key
  }

  /// The version of a stored feed state. It is not part of the state's value: all revisions compare as equal.
  public enum Revision: Sendable, Hashable {
    /// The state does not come from a store; it replaces any stored state.
    case any
    case none
    case number(Int64)

    /// Returns whether a store may write a state with this revision.
    ///
    /// - Parameter current: the number of the stored version; nil if there is none.
    public func allows(_ current: Int64?) -> Bool {
      switch self {
      case .any: true
      case .none: current == nil
      case .number(let number): current == number
      }
    }

    public static func == (left: Self, right: Self) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
  }

  /// The state of one request: the metadata of its last accepted reply.
  public struct RequestState: Sendable, Hashable {
    /// A digest of the request's address and headers (`Feed.requestKey(for:)`). It reveals no secrets.
    public var key: String
    public var validators: Validators
    /// The SHA-256 of the last accepted body, in lower-case hexadecimal.
    public var body: String
    /// The URL that sent it, after redirects and without secrets.
    public var url: String
    /// The headers of the reply, as updated by later 304s.
    public var headers: StoredHeaders
    public var receivedAt: Instant
    public var moved: Moved?

    public init(
      key: String, validators: Validators, body: String, url: String, headers: StoredHeaders = StoredHeaders([:]), receivedAt: Instant,
      moved: Moved? = nil
    ) {
      self.key = key
      self.validators = validators
      self.body = body
      self.url = url
      self.headers = headers
      self.receivedAt = receivedAt
      self.moved = moved
    }
  }

  /// A permanent redirect to the same address in consecutive polls.
  public struct Moved: Sendable, Hashable {
    public var url: String
    public var count: Int
    public var since: Instant

    public init(url: String, count: Int, since: Instant) {
      self.url = url
      self.count = count
      self.since = since
    }
  }

  /// The metadata of an accepted result, without its entries.
  public struct LastGood: Sendable, Hashable {
    /// When its content was first accepted.
    public var acceptedAt: Instant
    /// When it was last confirmed to be current.
    public var checkedAt: Instant
    /// When its bytes were received.
    public var fetchedAt: Instant
    /// The SHA-256 of the entries' canonical lines, each with its line feed, in lower-case hexadecimal.
    public var content: String
    /// The SHA-256 of the bodies of all replies, in the order of the requests.
    public var bodies: String
    /// The total size of the bodies.
    public var bytes: Int
    public var entries: Int
    /// The number of records that were set aside.
    public var rejected: Int
    public var url: String?
    public var etag: String?
    public var notes: [Note]
    /// The campuses and feed reports of a catalog; nil for other results.
    package var upstream: UpstreamCatalog?

    public init(
      acceptedAt: Instant, checkedAt: Instant, fetchedAt: Instant, content: String, bodies: String, bytes: Int, entries: Int,
      rejected: Int, url: String?, etag: String?, notes: [Note]
    ) {
      self.acceptedAt = acceptedAt
      self.checkedAt = checkedAt
      self.fetchedAt = fetchedAt
      self.content = content
      self.bodies = bodies
      self.bytes = bytes
      self.entries = entries
      self.rejected = rejected
      self.url = url
      self.etag = etag
      self.notes = notes
    }

    /// Returns whether both describe the same accepted result, regardless of later confirmations.
    public func isSameResult(as other: LastGood?) -> Bool { content == other?.content && acceptedAt == other?.acceptedAt }
  }

  /// A suspicious result that a guard holds back until further polls confirm it.
  public struct Held: Sendable, Hashable {
    /// `guard.empty`, `guard.shrink`, `guard.growth`, `guard.churn`.
    public var reason: ReasonCode
    /// The number of polls, at least an hour apart, that had this result.
    public var count: Int
    /// The number of entries. A result with a clearly different number is a different result.
    public var entries: Int
    /// When the last of those polls was.
    public var lastAt: Instant

    public init(reason: ReasonCode, count: Int, entries: Int, lastAt: Instant) {
      self.reason = reason
      self.count = count
      self.entries = entries
      self.lastAt = lastAt
    }
  }
}
