public import CampusCatalog
public import OpeningHours

/// Why a request has no reply.
public struct TransportFailure: Error, Sendable, Hashable {
  public let reason: ReasonCode
  /// One sentence without a period. Never contains a header's value or a user's name.
  public var detail: String
  public let wireBytes: Int
  /// Whether this run's own time limit ended the request, which says nothing about the server.
  public let isLocalLimit: Bool
  /// Whether data was damaged in transit, so that a retry may succeed; set where the reason alone does not imply it (`body.encoding`).
  public let isDamage: Bool
  /// Additional facts for the log record.
  public let fields: [LogField]
  /// When the failure occurred; nil if unknown.
  public var receivedAt: Instant?
  /// The earliest time for the next request, as the server demanded; nil if it did not.
  public var notBefore: Instant?
  /// The number of requests sent, not counting redirects.
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

  /// Creates the failure of a response whose body is not used because of its status, live or recorded; nil for a success. Callers handle
  /// the 304 that answers a conditional request.
  init?(status: Int) {
    switch status {
    case 304: self.init(.httpUnexpected304, "the server answered 304 to an unconditional request")
    case 429, 503: self.init(.rateLimited, "the server answered \(status)")
    case 204, 205, 206: self.init(.http(status), "the server answered \(status), which has no complete body")
    case 200..<300: return nil
    case 401, 403: self.init(.auth, "the server answered \(status): access denied")
    case 410: self.init(.gone, "the server answered 410: the feed is gone for good")
    default: self.init(.http(status), "the server answered \(status)")
    }
  }
}
