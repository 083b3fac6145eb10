/// The limits of one HTTP exchange.
public struct HTTPLimits: Sendable, Hashable {
  /// Name resolution, connection and TLS handshake together.
  public var connect: Duration = .seconds(10)
  /// From the end of the request to the first byte of the response.
  public var firstByte: Duration = .seconds(15)
  /// The whole exchange.
  public var attempt: Duration = .seconds(30)
  /// The longest time without a byte.
  public var idle: Duration = .seconds(10)
  /// Bytes of the body on the wire.
  public var wireBytes = 32 << 20
  /// Bytes of the decoded body.
  public var decodedBytes = 128 << 20
  /// Decoded bytes per wire byte, checked once `ratioAfter` bytes are decoded.
  public var ratio = 200
  public var ratioAfter = 1 << 20
  /// All header lines, including those of interim responses.
  public var headerBytes = 64 << 10

  public init() {}
}
