import SimdJSON

/// The entries of one feed as their canonical lines, each with its line feed, sorted by id: what stores keep, so that a result
/// that has not changed is written again without being read.
public struct EntryLines: Sendable, Hashable {
  public let bytes: [UInt8]
  /// How many lines there are.
  public let count: Int

  public init(bytes: [UInt8], count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// - Parameter entries: sorted by id.
  public init(_ entries: [Entry]) {
    var full = 1 << 16
    var writer = JSONWriter(capacity: min(full, entries.count * 1600))
    let span = entries.span
    for index in span.indices {
      span[index].write(to: &writer)
      writer.literal("\n")
      guard writer.count >= full else { continue }
      // The rest is expected to be like what is written; the limit is for entries that become smaller.
      let rest = writer.count / (index + 1) * (span.count - index - 1)
      let room = min(rest + rest / 8, writer.count * 7)
      writer.reserveCapacity(forAppending: room)
      full = writer.count + room
    }
    self.init(bytes: writer.bytes, count: entries.count)
  }

  /// The entries again.
  ///
  /// - Throws: `JSONError` or `JSONFieldError` for bytes that were not written here.
  public func entries() throws -> [Entry] {
    var array: [UInt8] = []
    array.reserveCapacity(bytes.count + 66)
    array.append(UInt8(ascii: "["))
    for byte in bytes.dropLast() { array.append(byte == UInt8(ascii: "\n") ? UInt8(ascii: ",") : byte) }
    array.append(UInt8(ascii: "]"))
    let document = try JSONDocument(parsing: array)
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var elements = document.root.elements
    while let element = elements.next() { entries.append(try Entry(reading: element)) }
    return entries
  }

  /// The ids alone: each line begins with its id.
  public var ids: [EntryID] {
    let prefix = #"{"id":""#.utf8.count
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      EntryID(String(decoding: line.dropFirst(prefix).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
    }
  }
}
