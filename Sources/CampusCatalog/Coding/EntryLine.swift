import Glibc

/// One entry of a catalog as its line, such as `{"id":"penn/dining/593","kind":"place",…}`.
///
/// A line is a view into the memory of its reader. Copy its bytes to use them after the reader has moved on.
package struct EntryLine {
  /// The beginning of each line: the id is the first member.
  private static let start = Array(#"{"id":""#.utf8)
  private static let aliases = Array(#""aliases":"#.utf8)
  private static let kind = Array(#""kind":""#.utf8)
  private static let place = Array(#""kind":"place""#.utf8)
  private static let menu = Array(#""kind":"menu""#.utf8)
  /// Longer than any id that a feed can produce, with the text before it. In bytes.
  private static let longestID = 1 << 12

  /// The whole line, from `{` to `}`.
  package let bytes: UnsafeRawBufferPointer
  /// The id as UTF-8.
  package let id: UnsafeRawBufferPointer
  /// The entry's index in its file, from 0.
  package let index: Int

  /// Creates an entry from its line; nil if the line does not begin with an id.
  ///
  /// - Parameter bytes: the line without its comma and line feed.
  package init?(_ bytes: UnsafeRawBufferPointer, index: Int = 0) {
    let start = Self.start.count
    guard bytes.hasPrefix(Self.start), bytes.last == UInt8(ascii: "}"), let base = bytes.baseAddress,
      let quote = memchr(base + start, 0x22, min(bytes.count, Self.longestID) - start)
    else { return nil }
    let id = UnsafeRawBufferPointer(rebasing: bytes[start..<base.distance(to: quote)])
    guard !id.isEmpty, !id.contains(UInt8(ascii: "\\")) else { return nil }
    (self.bytes, self.id, self.index) = (bytes, id, index)
  }

  /// Returns the entries in a text of lines, one entry a line. Lines that do not begin with an id are skipped.
  ///
  /// - Parameter text: must stay valid while the entries are used.
  package static func all(in text: UnsafeRawBufferPointer) -> UnfoldSequence<EntryLine, UnsafeRawBufferPointer> {
    sequence(state: text) { rest in
      while let base = rest.baseAddress, !rest.isEmpty {
        let end = memchr(base, 0x0A, rest.count).map { base.distance(to: $0) } ?? rest.count
        let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
        rest = UnsafeRawBufferPointer(rebasing: rest[Swift.min(end + 1, rest.count)...])
        if let entry = EntryLine(line) { return entry }
      }
      return nil
    }
  }

  /// The id; nil if it is not valid.
  package var entryID: EntryID? { EntryID(String(decoding: id, as: UTF8.self)) }

  package var isPlace: Bool { hasKind(Self.place) }

  package var isMenu: Bool { hasKind(Self.menu) }

  /// Returns whether the entry is of a kind. (Quotes inside a text are escaped, so the pattern matches only the member.)
  ///
  /// - Parameter member: the member with the kind, such as `"kind":"place"`.
  func hasKind(_ member: [UInt8]) -> Bool {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(Self.start.count + id.count + 2)...])
    // In lines that this program wrote, "kind" is the second member.
    return rest.hasPrefix(Self.kind) ? rest.hasPrefix(member) : rest.firstRange(of: member) != nil
  }

  /// Whether the entry has aliases, which are the first list of a line.
  var hasAliases: Bool {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(Self.start.count + id.count)...])
    return rest.prefix { $0 != UInt8(ascii: "[") }.suffix(Self.aliases.count).elementsEqual(Self.aliases)
  }

  /// Merges two lists of lines that are sorted by id.
  ///
  /// - Parameters:
  ///   - nextLeft: returns the next line of the first list; nil at its end.
  ///   - nextRight: returns the next line of the second list; nil at its end.
  ///   - body: called for each id with the lines of both lists; nil for a list that does not have the id.
  package static func merge(
    _ nextLeft: () throws -> EntryLine?, _ nextRight: () throws -> EntryLine?, _ body: (EntryLine?, EntryLine?) throws -> Void
  ) rethrows {
    var (left, right) = (try nextLeft(), try nextRight())
    while left != nil || right != nil {
      let order = left.flatMap { left in right.map { left.id.order(to: $0.id) } } ?? (left == nil ? 1 : -1)
      try body(order <= 0 ? left : nil, order >= 0 ? right : nil)
      if order <= 0 { left = try nextLeft() }
      if order >= 0 { right = try nextRight() }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers have the same bytes. Empty buffers are equal, wherever they are.
  package func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let base = baseAddress, let otherBase = other.baseAddress else { return count == other.count }
    return memcmp(base, otherBase, count) == 0
  }

  /// Whether these bytes begin with others.
  package func hasPrefix(_ prefix: [UInt8]) -> Bool {
    prefix.withUnsafeBytes { count >= $0.count && UnsafeRawBufferPointer(rebasing: self[..<$0.count]).isSame(as: $0) }
  }

  /// Compares bytes as unsigned numbers: negative if these come first, zero if they are equal, positive otherwise. A prefix comes
  /// before the longer text.
  package func order(to other: UnsafeRawBufferPointer) -> Int {
    let shorter = Swift.min(count, other.count)
    guard shorter > 0, let base = baseAddress, let otherBase = other.baseAddress else { return count - other.count }
    let order = Int(memcmp(base, otherBase, shorter))
    return order != 0 ? order : count - other.count
  }
}
