public import FeedKit

/// A GET request.
public struct HTTPRequest: Sendable {
  public var target: HTTPTarget
  /// Sent in this order, after `Host` and `Accept-Encoding`. Values have one character per byte (ISO 8859-1), so that values from a server
  /// can be sent back byte for byte.
  public var headers: [Feed.Header]
  public var limits: HTTPLimits
  /// The time left for the exchange, if that is less than the limits allow; nil if only the limits apply.
  public var remaining: Duration?
  public var allowsPrivateAddresses: Bool
  /// Called when there is a connection and the request is about to be sent on it; again if it is sent again on another one.
  public var willSend: (@Sendable () -> Void)?

  public init(
    to target: HTTPTarget, headers: [Feed.Header] = [], limits: HTTPLimits = HTTPLimits(), remaining: Duration? = nil,
    allowsPrivateAddresses: Bool = false
  ) {
    self.target = target
    self.headers = headers
    self.limits = limits
    self.remaining = remaining
    self.allowsPrivateAddresses = allowsPrivateAddresses
  }
}

/// The parts of an http or https address.
public struct HTTPTarget: Sendable, Hashable {
  /// Normalized, without fragment.
  public let url: String
  public let scheme: String
  /// Lower case; an IPv6 address in brackets.
  public let host: String
  /// The port, also if it is the default of the scheme (80 or 443).
  public let port: Int

  public init(url: String, scheme: String, host: String, port: Int) {
    self.url = url
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Scheme, host and port: the scope of credentials.
  public var origin: String { "\(scheme)://\(host):\(port)" }
}
