/// What one reading of a feed may cost, over all its replies and pages.
///
/// The draft and the engine enforce these limits, so that whatever a feed sends, and whatever its adapter does with it, the time and
/// the memory that it takes are proportional to what was sent.
public struct FeedLimits: Sendable, Hashable {
  /// Decoded bytes of all replies together; more refuse the feed (`limit.bytes`).
  public var bytes = 256 << 20
  /// JSON values of all replies together; more refuse the feed (`limit.values`).
  public var values = 10_000_000
  /// Notes that are kept; one more counts the rest (`limit.notes`).
  public var notes = 1_000
  /// How many times the decoded bytes the entries may take, as canonical lines; more refuse the feed (`limit.entries`).
  public var expansion = 16
  /// Bytes that the entries may take however short the replies are.
  public var entryBytes = 1 << 20
  /// Bytes of text in one record; a record with more is set aside (`limit.record`).
  public var recordText = 4 << 20
  /// Values in one record, counted generously; a record with more is set aside (`limit.record`).
  public var recordValues = 1_000_000
  /// Layers of one schedule. Of more, the weakest are left out, with a note (`limit.layers`): days that only they decide are unknown.
  public var layers = 1_000

  public init() {}

  /// How many bytes the entries may take that were made of this many decoded bytes.
  func entryBytes(from decoded: Int) -> Int { max(entryBytes, expansion * decoded) }
}
