/// The facts about an exchange besides its reply.
public struct ExchangeFacts: Sendable, Hashable {
  /// The validators in the response, for the next, conditional request. A known validator that a 304 lacks stays valid.
  public var validators = Validators()
  /// For a 304, the updated headers of the known reply; nil if they are unchanged.
  public var headers: StoredHeaders?
  /// The number of requests sent, not counting redirects.
  public var attempts = 1
  /// Until when the reply is fresh; nil if the server did not declare it.
  public var freshUntil: Instant?
  /// The key of the request that was answered (`Feed.requestKey(for:)`).
  public var key = ""
  /// Whether the reply came from a frozen mirror.
  public var isFrozen = false
  /// Why the primary address has no reply; nil if it has one.
  public var primaryFailure: TransportFailure?
  /// The target of a permanent redirect.
  public var movedTo: String?
  /// Notes for the feed's report, such as a mirror that was used or a secret that was masked.
  public var notes: [Note] = []

  public init() {}
}
