import SimdJSON

/// Entries encoded as canonical JSON lines, sorted by id, each with a line feed.
///
/// Stores keep entries in this form, so that an unchanged result can be written again without decoding it.
public struct EntryLines: Sendable, Hashable {
  /// The lines as UTF-8 text.
  public let bytes: [UInt8]
  public let count: Int

  /// Creates a value from lines that were encoded before.
  public init(bytes: [UInt8], count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// - Parameter entries: sorted by id.
  public init(_ entries: [Entry]) {
    var writer = JSONWriter()
    let span = entries.span
    for index in span.indices {
      span[index].write(to: &writer)
      writer.literal("\n")
    }
    self.init(bytes: writer.bytes, count: entries.count)
  }

  /// - Throws: `JSONError` or `JSONFieldError` if the bytes are not encoded entries.
  public func entries() throws -> [Entry] { try EntryTextDecoder.entries(in: bytes.dropLast(), hasCommas: false) }

  /// The ids of the entries, found without decoding them: each line begins with its id.
  public var ids: [EntryID] { bytes.withUnsafeBytes { EntryLine.all(in: $0).compactMap(\.entryID) } }
}
