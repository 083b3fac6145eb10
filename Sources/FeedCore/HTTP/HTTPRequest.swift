/// A GET.
public struct HTTPRequest: Sendable {
  public var target: HTTPTarget
  /// Sent in this order, beside `Host` and `Accept-Encoding`. Values have one character per byte (ISO 8859-1), so that what a
  /// server sent goes back byte for byte.
  public var headers: [Feed.Header]
  public var limits: HTTPLimits
  /// Seconds from now in which all must be done, whatever the limits allow; nil: no other end than theirs.
  public var remaining: Duration?
  /// Private, loopback and other special addresses may be asked.
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

/// What one exchange may cost.
public struct HTTPLimits: Sendable, Hashable {
  /// Name resolution, connection and TLS handshake together.
  public var connect: Duration = .seconds(10)
  /// From the request's end to the first byte of the response.
  public var firstByte: Duration = .seconds(15)
  /// The whole exchange.
  public var attempt: Duration = .seconds(30)
  /// No byte for so long ends the exchange.
  public var idle: Duration = .seconds(10)
  /// Bytes of the body as they come.
  public var wireBytes = 32 << 20
  /// Bytes of the body after its content codings are undone.
  public var decodedBytes = 128 << 20
  /// Decoded bytes to wire bytes, looked at from `ratioAfter` decoded bytes on.
  public var ratio = 200
  public var ratioAfter = 1 << 20
  /// All header lines, those of interim responses among them.
  public var headerBytes = 64 << 10

  public init() {}
}
