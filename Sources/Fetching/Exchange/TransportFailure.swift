public import CampusCatalog
public import OpeningHours

/// Why a request has no reply.
public struct TransportFailure: Error, Sendable, Hashable {
  public let reason: ReasonCode
  /// One sentence without a full stop. Never contains a header's value or a user's name.
  public let detail: String
  /// Bytes of the body that arrived.
  public let wireBytes: Int
  /// Whether this run's own time limit ended the request, which says nothing about the server.
  public let isLocalLimit: Bool
  /// Whether data was damaged on the way, so that a retry may succeed; set where the reason alone does not say so (`body.encoding`).
  public let isDamage: Bool
  /// What a log records besides the reason.
  public let fields: [LogField]
  /// When the failure was seen; nil if unknown.
  public var receivedAt: Instant?
  /// The earliest time at which the server wants the next request; nil if it did not say.
  public var notBefore: Instant?
  /// The number of requests sent.
  public var attempts = 0

  public init(
    _ reason: ReasonCode, _ detail: String, wireBytes: Int = 0, receivedAt: Instant? = nil, notBefore: Instant? = nil,
    isLocalLimit: Bool = false, isDamage: Bool = false, fields: [LogField] = []
  ) {
    self.reason = reason
    self.detail = detail
    self.wireBytes = wireBytes
    self.receivedAt = receivedAt
    self.notBefore = notBefore
    self.isLocalLimit = isLocalLimit
    self.isDamage = isDamage
    self.fields = fields
  }

  /// A copy with another number of attempts.
  func with(attempts: Int) -> TransportFailure {
    var copy = self
    copy.attempts = attempts
    return copy
  }
}
