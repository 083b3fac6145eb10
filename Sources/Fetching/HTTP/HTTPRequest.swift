/// A GET request.
public struct HTTPRequest: Sendable {
  public var target: HTTPTarget
  /// Sent in this order, after `Host` and `Accept-Encoding`. Values have one character per byte (ISO 8859-1), so that what a server
  /// sent goes back byte for byte.
  public var headers: [Feed.Header]
  public var limits: HTTPLimits
  /// The time left for the exchange, if it is less than the limits allow; nil: only the limits count.
  public var remaining: Duration?
  /// Whether private, loopback and other special addresses are allowed.
  public var allowsPrivateAddresses: Bool

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
