public import CampusCatalog
public import FeedKit
public import OpeningHours

/// A source of replies to requests: the network, a recording, or a dictionary in a test.
public protocol Transport: Sendable {
  /// Returns the outcome of a request. Failures of a server are outcomes, not errors.
  ///
  /// - Parameters:
  ///   - known: the metadata of the last accepted reply. `notModified` is only returned if it has validators.
  ///   - earlier: why earlier addresses, which were removed from the request, cannot be used.
  func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure?
  ) async -> TransportOutcome
}

/// The stored metadata of the last accepted reply to a request.
public struct KnownReply: Sendable, Hashable {
  /// The key of its request (`Feed.requestKey(for:)`). Validators are only sent with a request that has the same key.
  public let key: String
  /// The validators for a conditional request; nil to send an unconditional one.
  public let validators: Validators?
  /// The URL that sent the validators, after redirects and without secrets. They are not sent to any other; nil if unknown.
  public let url: String?
  /// The headers of the reply, whose freshness still applies if a 304 does not state its own.
  public let headers: StoredHeaders?

  public init(key: String, validators: Validators?, url: String? = nil, headers: StoredHeaders? = nil) {
    self.key = key
    self.validators = validators
    self.url = url
    self.headers = headers
  }
}

/// The outcome of a request.
public enum TransportOutcome: Sendable {
  /// A complete response with a status of success.
  case reply(FeedReply, ExchangeFacts = ExchangeFacts())
  /// The server answered (304) that the known reply is current.
  case notModified(ExchangeFacts)
  /// A recording has no reply to the request.
  case missing
  /// No usable response arrived, after all retries and mirrors.
  case failure(TransportFailure)

  package var attempts: Int {
    switch self {
    case .reply(_, let facts), .notModified(let facts): facts.attempts
    case .missing: 0
    case .failure(let failure): failure.attempts
    }
  }
}

/// The facts about an exchange besides its reply.
public struct ExchangeFacts: Sendable, Hashable {
  /// The validators in the response, for the next, conditional request. A known validator that a 304 lacks stays valid.
  public var validators = Validators()
  /// For a 304, the updated headers of the known reply; nil if they are unchanged.
  public var headers: StoredHeaders?
  public var attempts = 1
  /// Until when the reply is fresh; nil if the server did not declare it.
  public var freshUntil: Instant?
  /// The key of the request that was answered (`Feed.requestKey(for:)`).
  public var key = ""
  /// Whether the reply came from a frozen mirror.
  public var isFrozen = false
  /// Whether a server other than the feed's own sent the reply or chose its address.
  public var isForeign = false
  /// Why the primary address has no reply; nil if it has one.
  public var primaryFailure: TransportFailure?
  /// The target of a permanent redirect.
  public var movedTo: String?
  /// Notes for the feed's report, such as a mirror that was used or a secret that was masked.
  public var notes: [Note] = []

  public init() {}
}

extension Feed {
  /// Returns the key of a request to a URL: a digest of the URL and the feed's headers, which does not reveal them.
  ///
  /// It is stored with validators. Any change of the URL or of a header, for example of credentials, results in another key, so that
  /// validators and freshness of the old request are not used.
  package func requestKey(for url: String) -> String {
    var texts = [url]
    for header in headers { texts += [header.name.lowercased(), header.value] }
    return RecordKey.hash(list: texts)
  }
}
