/// The outcome of a request.
public enum TransportOutcome: Sendable {
  /// A complete response with a status of success.
  case reply(FetchedReply)
  /// The known reply is current.
  case notModified(NotModified)
  /// A recording has no reply to the request.
  case missing
  /// No usable response arrived, after all retries and mirrors.
  case failure(TransportFailure)
}
