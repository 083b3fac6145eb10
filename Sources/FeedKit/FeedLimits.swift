/// The limits of reading a feed once, including all its replies and pages.
///
/// The draft and the engine enforce them, so that time and memory stay proportional to the size of the replies whatever a feed sends
/// and its adapter does.
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
  /// The maximum size of a record in bytes of text; a larger one is set aside (`limit.record`).
  public var recordText = 4 << 20
  /// The approximate maximum number of JSON values in a record; one with more is set aside (`limit.record`).
  public var recordValues = 1_000_000
  /// The maximum number of layers of a schedule. Beyond it, the weakest are removed with a note (`limit.layers`), and days that only
  /// they define are unknown.
  public var layers = 1_000

  public init() {}

  /// Returns the maximum size of entries that are read from this many decoded bytes.
  func entryBytes(from decoded: Int) -> Int { max(entryBytes, expansion * decoded) }
}
