public import OpeningHours

/// The one seam to the world that answers requests: the network, a recording, or a dictionary in a test.
public protocol Transport: Sendable {
  /// Never throws for what a server does: that is an outcome.
  func answer(to request: FeedRequest, of feed: Feed) async -> TransportOutcome
}

/// What came of a request.
public enum TransportOutcome: Sendable {
  case reply(FeedReply)
  /// There is nothing for this request, and that is no fault of the feed: a recording that does not have it.
  case missing
  case failure(TransportFailure)
}

/// Why there is no answer.
public struct TransportFailure: Error, Sendable, Hashable {
  /// A stable code: "http.404", "timeout.connect".
  public let reason: String
  /// One sentence without a full stop.
  public let detail: String
  /// When the failure was seen; nil where nothing tells.
  public let receivedAt: Instant?

  public init(_ reason: String, _ detail: String, receivedAt: Instant? = nil) {
    self.reason = reason
    self.detail = detail
    self.receivedAt = receivedAt
  }
}
