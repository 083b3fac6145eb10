/// A client that sends single HTTP requests.
///
/// Limits, framing, content codings and forbidden addresses are up to the client; throttling, retries, redirects and conditional
/// requests are up to its caller, `PoliteTransport`.
public protocol HTTPClient: Sendable {
  /// Sends a request and returns the complete response, whatever its status. Canceling the task ends the exchange.
  ///
  /// - Throws: `TransportFailure` when no complete, trustworthy response arrived.
  func perform(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  /// Parses an address, resolved against `base` if it is relative (RFC 3986).
  ///
  /// - Throws: `TransportFailure` with the reason `policy.scheme` for a scheme other than http and https, and `http.redirect_invalid`
  ///   for anything malformed or with a user in it.
  func target(_ url: String, relativeTo base: HTTPTarget?) throws(TransportFailure) -> HTTPTarget
}
