public import CampusCatalog
public import OpeningHours

/// The facts about an exchange besides its reply.
public struct ExchangeFacts: Sendable, Hashable {
  /// When the response arrived, by the run's clock; nil for a recording.
  public var receivedAt: Instant?
  /// The number of requests sent, not counting redirects.
  public var attempts = 1
  /// How long the reply is fresh, in seconds, as the server declared.
  public var freshness = 0
  /// The key of the request that was answered (`RequestKey`).
  public var key = ""
  /// Whether the reply came from a frozen mirror.
  public var isFrozen = false
  /// Why the primary address has no reply; nil if it has one.
  public var primaryFailure: TransportFailure?
  /// The target of a permanent redirect.
  public var movedTo: String?
  /// Notes for the feed's report, such as a mirror that was used or a secret that was masked.
  public var notes: [ExchangeNote] = []

  public init() {}
}

/// A note about an exchange, not yet attributed to a request.
public struct ExchangeNote: Sendable, Hashable {
  public let code: ReasonCode
  public let detail: String

  public init(_ code: ReasonCode, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
