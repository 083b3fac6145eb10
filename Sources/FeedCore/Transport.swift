public import CampusCatalog
public import OpeningHours

/// The one seam to the world that answers requests: the network, a recording, or a dictionary in a test.
public protocol Transport: Sendable {
  /// Never throws for what a server does: that is an outcome.
  ///
  /// - Parameter known: what an earlier answer left; an answer that says "as before" is only given to a request that has it.
  func answer(to request: FeedRequest, of feed: Feed, knowing known: KnownReply?) async -> TransportOutcome
}

/// What an earlier, accepted answer to a request left.
public struct KnownReply: Sendable, Hashable {
  /// The address and headers that it belongs to (`RequestKey`); asked elsewhere, its validators mean nothing.
  public let key: String
  /// Nil: ask without a condition.
  public let validators: Validators?
  /// The address that gave them, at the end of all redirects, as it may be shown; they are sent to no other. Nil: not known.
  public let url: String?
  /// The headers of the reply: those that say how long it stays fresh hold on when a 304 has none.
  public let headers: KeptHeaders?

  public init(key: String, validators: Validators?, url: String? = nil, headers: KeptHeaders? = nil) {
    self.key = key
    self.validators = validators
    self.url = url
    self.headers = headers
  }
}

/// What came of a request.
public enum TransportOutcome: Sendable {
  case reply(FeedReply)
  /// The answer is the known one.
  case notModified(NotModified)
  /// There is nothing for this request, and that is no fault of the feed: a recording that does not have it.
  case missing
  case failure(TransportFailure)
}

/// The server says that nothing has changed.
public struct NotModified: Sendable, Hashable {
  /// Those that came with the answer; each of the known ones stays where none came.
  public let validators: Validators
  /// The headers of the known reply as they are now; nil where they are as they were.
  public let headers: KeptHeaders?
  public let exchange: ExchangeFacts

  public init(validators: Validators = Validators(), headers: KeptHeaders? = nil, exchange: ExchangeFacts) {
    self.validators = validators
    self.headers = headers
    self.exchange = exchange
  }
}

/// What is to be told of an exchange beside its answer.
public struct ExchangeFacts: Sendable, Hashable {
  public var receivedAt: Instant?
  /// Requests that were sent for it, redirects not counted.
  public var attempts = 1
  /// Seconds for which the answer stays good by the server's word.
  public var freshness = 0
  /// The key that the answer belongs to.
  public var key = ""
  /// The address of a mirror whose content never changes.
  public var isFrozen = false
  /// Why the primary address was not the one that answered.
  public var primaryFailure: TransportFailure?
  /// Where a permanent redirect led.
  public var movedTo: String?
  public var notes: [(code: ReasonCode, detail: String)] = []

  public init() {}

  public static func == (left: Self, right: Self) -> Bool {
    left.receivedAt == right.receivedAt && left.attempts == right.attempts && left.freshness == right.freshness && left.key == right.key
      && left.isFrozen == right.isFrozen && left.movedTo == right.movedTo && left.notes.elementsEqual(right.notes, by: ==)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// Why there is no answer.
public struct TransportFailure: Error, Sendable, Hashable {
  public let reason: ReasonCode
  /// One sentence without a full stop.
  public let detail: String
  /// When the failure was seen; nil where nothing tells.
  public let receivedAt: Instant?
  /// The server wants no request before this moment.
  public let notBefore: Instant?
  /// Requests that were sent.
  public let attempts: Int
  /// The time of the run was over: it says nothing of the feed.
  public let isLocalLimit: Bool
  /// It came of damage on the way, which another try may not meet; for reasons that do not say so themselves (`body.encoding`).
  public let isDamage: Bool
  /// What a log tells beside the reason.
  public let fields: [LogField]

  public init(
    _ reason: ReasonCode, _ detail: String, receivedAt: Instant? = nil, notBefore: Instant? = nil, attempts: Int = 0,
    isLocalLimit: Bool = false,
    isDamage: Bool = false, fields: [LogField] = []
  ) {
    self.reason = reason
    self.detail = detail
    self.receivedAt = receivedAt
    self.notBefore = notBefore
    self.attempts = attempts
    self.isLocalLimit = isLocalLimit
    self.isDamage = isDamage
    self.fields = fields
  }
}
