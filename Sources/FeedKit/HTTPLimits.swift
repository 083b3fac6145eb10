/// The time and size limits of one HTTP exchange. Exceeding one of them fails the exchange.
public struct HTTPLimits: Sendable, Hashable {
  /// The maximum time for name resolution, connection and TLS handshake together.
  public var connect: Duration = .seconds(10)
  /// The maximum time from the end of the request to the first byte of the response.
  public var firstByte: Duration = .seconds(15)
  /// The maximum time for the whole exchange.
  public var attempt: Duration = .seconds(30)
  /// The maximum time without receiving a byte.
  public var idle: Duration = .seconds(10)
  /// The maximum size of the body on the wire, in bytes.
  public var wireBytes = 32 << 20
  /// The maximum size of the decoded body, in bytes.
  public var decodedBytes = 128 << 20
  /// The maximum number of decoded bytes per wire byte; limits decompression bombs.
  public var ratio = 200
  /// The number of decoded bytes from which `ratio` is checked.
  public var ratioAfter = 1 << 20
  /// The maximum size of all header lines, including those of interim responses, in bytes.
  public var headerBytes = 64 << 10

  public init() {}
}
