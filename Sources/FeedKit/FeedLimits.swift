/// The limits of reading a feed once, including all its replies and pages.
///
/// The draft and the engine enforce them, so that time and memory stay proportional to the size of the replies, whatever the feed sends and
/// whatever its adapter does.
public struct FeedLimits: Sendable, Hashable {
  /// The maximum total size of all replies in decoded bytes; beyond it, the feed is refused (`limit.bytes`).
  public var bytes = 256 << 20
  /// The maximum number of JSON values in all replies; beyond it, the feed is refused (`limit.values`).
  public var values = 10_000_000
  /// The maximum number of notes; one more counts the rest (`limit.notes`).
  public var notes = 1_000
  /// The maximum size of the entries as canonical lines, in multiples of the decoded bytes; beyond it, the feed is refused
  /// (`limit.entries`).
  public var expansion = 16
  /// The number of bytes that the entries may always have, however small the replies are.
  public var entryBytes = 1 << 20
  /// The number of bytes that entries may have on average, however small their records are: about 160 dates with times.
  public var bytesPerEntry = 8 << 10
  /// The maximum size of a record in bytes of text; a larger one is set aside (`limit.record`).
  public var recordText = 4 << 20
  /// The approximate maximum number of JSON values in a record; one with more is set aside (`limit.record`).
  public var recordValues = 1_000_000
  /// The maximum number of layers of a schedule. Beyond it, the weakest are removed with a note (`limit.layers`), and days that only
  /// they define are unknown.
  public var layers = 1_000
  /// The maximum number of dishes of a menu. Beyond it, the last ones are removed with a note (`menu.dishes`).
  public var dishes = 400
  /// How many days ahead a menu may be. Later ones are left out, and a note counts them (`menu.later`).
  public var menuDays = 14

  public init() {}
}

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
  /// The maximum size of all header lines, including interim responses, in bytes.
  public var headerBytes = 64 << 10

  public init() {}
}
