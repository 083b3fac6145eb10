/// The outcome of a request.
public enum TransportOutcome: Sendable {
  case reply(FetchedReply)
  /// The known reply is current.
  case notModified(NotModified)
  /// A recording has no reply to the request.
  case missing
  case failure(TransportFailure)
}
