#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One entry of a catalog as its canonical line, with its place among the entries of its file. Points into memory of its reader.
struct EntryLine {
  private static let start = Array(#"{"id":""#.utf8)
  private static let kind = Array(#""kind":""#.utf8)
  private static let place = Array(#""kind":"place""#.utf8)
  /// An id has fewer bytes, with all that a feed may put into it.
  private static let longestID = 1 << 12

  let bytes: UnsafeRawBufferPointer
  /// The bytes of its id.
  let id: UnsafeRawBufferPointer
  /// Which of the entries of its file it is, from 0.
  let index: Int

  /// - Parameter bytes: without a comma or a line feed behind it.
  /// - Throws: `NotLines` for what does not begin as an entry does.
  init(_ bytes: UnsafeRawBufferPointer, index: Int) throws {
    let start = Self.start.count
    guard bytes.count > start, bytes.last == UInt8(ascii: "}"), let base = bytes.baseAddress,
      Self.start.withUnsafeBytes({ $0.isSame(as: UnsafeRawBufferPointer(rebasing: bytes[..<start])) }),
      let quote = memchr(base + start, 0x22, min(bytes.count, Self.longestID) - start)
    else { throw NotLines() }
    let id = UnsafeRawBufferPointer(rebasing: bytes[start..<base.distance(to: quote)])
    guard !id.isEmpty, !id.contains(UInt8(ascii: "\\")) else { throw NotLines() }
    (self.bytes, self.id, self.index) = (bytes, id, index)
  }

  /// Negative, zero or positive as this id comes before, with or after the other by its bytes.
  func order(to other: EntryLine) -> Int { id.order(to: other.id) }

  func isSame(as other: EntryLine) -> Bool { bytes.isSame(as: other.bytes) }

  /// Whether the entry is a place. (Quotes inside a text are escaped, so the pattern matches only the member.)
  var isPlace: Bool {
    let rest = bytes[(Self.start.count + id.count + 2)...]
    // The second member, where this program wrote the line.
    return rest.starts(with: Self.kind) ? rest.starts(with: Self.place) : rest.firstRange(of: Self.place) != nil
  }
}

extension UnsafeRawBufferPointer {
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let base = baseAddress, let otherBase = other.baseAddress else { return count == other.count }
    return memcmp(base, otherBase, count) == 0
  }

  /// Negative, zero or positive as these bytes come before, with or after the others.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    let shorter = Swift.min(count, other.count)
    guard shorter > 0, let base = baseAddress, let otherBase = other.baseAddress else { return count - other.count }
    let order = Int(memcmp(base, otherBase, shorter))
    return order != 0 ? order : count - other.count
  }
}
