/// A type that sends HTTP requests, each by itself: limits, framing, content codings and forbidden addresses are up to the client;
/// throttling, retries, redirects and conditions are up to the caller (`PoliteTransport`).
public protocol HTTPClient: Sendable {
  /// Never throws for what a server does: a status of any kind is a response. Cancelling the task ends the exchange.
  ///
  /// - Throws: `HTTPFailure` when no complete, trustworthy response came.
  func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// An address in its parts, resolved against another where it is relative (RFC 3986).
  ///
  /// - Throws: `HTTPFailure` for what is no address of a server that may be asked: `policy.scheme` for another scheme than http
  ///   and https, `http.redirect_invalid` for anything that is malformed or has a user in it.
  func target(_ url: String, relativeTo base: HTTPTarget?) throws(HTTPFailure) -> HTTPTarget
}

/// An http or https address in its parts.
public struct HTTPTarget: Sendable, Hashable {
  /// Normalized, without fragment.
  public let url: String
  /// "http" or "https".
  public let scheme: String
  /// Lower case; an IPv6 address in its brackets.
  public let host: String
  public let port: Int

  public init(url: String, scheme: String, host: String, port: Int) {
    self.url = url
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Scheme, host and port: what credentials belong to.
  public var origin: String { "\(scheme)://\(host):\(port)" }
}
