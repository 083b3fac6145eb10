public import CampusCatalog
public import Fetching
public import OpeningHours

/// What is remembered of a feed between runs.
public struct FeedState: Sendable, Hashable {
  public let feed: FeedID
  /// What its answers depend on beside the server: the adapter with its version. Another key drops all validators.
  public var key: String
  /// By the label of the request: "venues", "guides.2".
  public var requests: [String: RequestState] = [:]
  /// The last result that was accepted; nil on a cold start.
  public var lastGood: LastGood?
  /// Before this moment the feed needs no request: cadence and freshness.
  public var nextDue: Instant?
  /// Before this moment no request may be made: the server said so.
  public var notBefore: Instant?
  /// Polls that failed since the last one that did not.
  public var failures = 0
  /// The reason of the last failure; nil after a success.
  public var lastFailure: ReasonCode?
  public var lastPolledAt: Instant?
  /// When the feed was last read without a condition.
  public var lastUnconditionalAt: Instant?
  /// The second in which the server's validators last contradicted its content: they are not used for a while. Nil when they are trusted.
  public var distrustedAt: Instant?
  /// Moments at which the server said 410, the first of each run.
  public var goneAt: [Instant] = []
  /// A result that a guard holds back.
  public var held: Held?
  /// What the store has of the feed must still be this when the state is written.
  public var revision = Revision.any

  public init(feed: FeedID, key: String) {
    self.feed = feed
    self.key = key
  }

  /// The version of a feed's state that a store gave. It says where a state came from and is no part of it: all revisions are equal.
  public enum Revision: Sendable, Hashable {
    /// No store gave the state: it is written over whatever there is.
    case any
    /// The store had nothing of the feed.
    case none
    /// The store's own number of the version.
    case number(Int64)

    /// Whether a store may write a state that has this revision.
    ///
    /// - Parameter current: the number of what it has of the feed; nil for nothing.
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

  /// What is remembered of one request.
  public struct RequestState: Sendable, Hashable {
    /// Address and headers that the answer belongs to, as a digest: secrets are not kept.
    public var key: String
    public var validators: Validators
    /// SHA-256 of the last accepted body.
    public var body: String
    /// Status, headers, address and time of that body, for adapters that look at them.
    public var url: String
    public var headers: StoredHeaders
    public var receivedAt: Instant
    /// How often, and since when, a permanent redirect led to one other address.
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

  /// An accepted result, without its entries.
  public struct LastGood: Sendable, Hashable {
    /// When its content was accepted first.
    public var acceptedAt: Instant
    /// When it was last seen to be current.
    public var checkedAt: Instant
    /// When its bytes were received.
    public var fetchedAt: Instant
    /// SHA-256 of the entries' canonical lines, each with its line feed.
    public var content: String
    /// SHA-256 over the bodies of all replies, in the order of the requests.
    public var bodies: String
    public var bytes: Int
    public var entries: Int
    public var rejected: Int
    public var url: String?
    public var etag: String?
    public var notes: [Note]

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

    /// Both are one result, whatever was learned since it was accepted.
    public func isSameResult(as other: LastGood?) -> Bool { content == other?.content && acceptedAt == other?.acceptedAt }
  }

  public struct Held: Sendable, Hashable {
    /// `guard.empty`, `guard.shrink`, `guard.growth`, `guard.churn`.
    public var reason: ReasonCode
    /// How many polls, at least an hour apart, have confirmed it.
    public var count: Int
    /// How many entries it has: a result that has clearly more or fewer is another one.
    public var entries: Int
    public var lastAt: Instant

    public init(reason: ReasonCode, count: Int, entries: Int, lastAt: Instant) {
      self.reason = reason
      self.count = count
      self.entries = entries
      self.lastAt = lastAt
    }
  }
}
