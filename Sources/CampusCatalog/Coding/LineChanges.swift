#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One entry whose line is not in both of two results.
package struct LineChange: Sendable, Hashable {
  /// What happened to the line.
  package enum What: String, Sendable { case added, changed, gone }

  /// The id of the entry.
  package let id: EntryID
  /// What happened to its line.
  package let what: What
  /// The line without its line feed: the new one, or, of an entry that is gone, the last one.
  package let line: [UInt8]
}

/// How entry lines differ, found by one walk over both, in the time that reading them takes.
package enum LineChanges {
  /// By the order of the ids.
  ///
  /// - Parameters:
  ///   - old: canonical lines, each with its line feed, sorted by id; lines that do not begin with an id are skipped.
  ///   - new: the same.
  package static func between(_ old: [UInt8], _ new: [UInt8]) -> [LineChange] {
    var changes: [LineChange] = []
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        var (left, right) = (LineCursor(old), LineCursor(new))
        while true {
          switch (left.line, right.line) {
          case (nil, nil): return
          case (let line?, nil):
            add(.gone, line, left, to: &changes)
            left.advance()
          case (nil, let line?):
            add(.added, line, right, to: &changes)
            right.advance()
          case (let before?, let after?):
            let order = LineCursor.order(left, right)
            if order < 0 {
              add(.gone, before, left, to: &changes)
            } else if order > 0 {
              add(.added, after, right, to: &changes)
            } else if !LineCursor.isSame(before, after) {
              add(.changed, after, right, to: &changes)
            }
            if order <= 0 { left.advance() }
            if order >= 0 { right.advance() }
          }
        }
      }
    }
    return changes
  }

  /// The line of one entry, without its line feed; nil where it is none of them.
  package static func line(of id: EntryID, in lines: [UInt8]) -> [UInt8]? {
    lines.withUnsafeBytes { bytes in
      var cursor = LineCursor(bytes)
      var id = id.description
      return id.withUTF8 { id in
        while let line = cursor.line {
          if LineCursor.isSame(cursor.id, UnsafeRawBufferPointer(id)) { return Array(line) }
          cursor.advance()
        }
        return nil
      }
    }
  }

  /// Each entry's id with its line, without its line feed.
  package static func lines(in bytes: [UInt8]) -> [(id: EntryID, line: [UInt8])] {
    bytes.withUnsafeBytes { bytes in
      var cursor = LineCursor(bytes)
      var lines: [(id: EntryID, line: [UInt8])] = []
      while let line = cursor.line {
        if let id = cursor.entryID { lines.append((id, Array(line))) }
        cursor.advance()
      }
      return lines
    }
  }

  private static func add(_ what: LineChange.What, _ line: UnsafeRawBufferPointer, _ cursor: LineCursor, to changes: inout [LineChange]) {
    guard let id = cursor.entryID else { return }
    changes.append(LineChange(id: id, what: what, line: Array(line)))
  }
}

/// Walks over entry lines, each of which begins `{"id":"…"`.
private struct LineCursor {
  private static let head: StaticString = #"{"id":""#

  private var rest: UnsafeRawBufferPointer
  /// Without its line feed; nil at the end.
  private(set) var line: UnsafeRawBufferPointer?
  /// The bytes of its id.
  private(set) var id = UnsafeRawBufferPointer(start: nil, count: 0)

  init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes
    advance()
  }

  var entryID: EntryID? { EntryID(String(decoding: id, as: UTF8.self)) }

  /// To the next line that begins with an id.
  mutating func advance() {
    line = nil
    while line == nil, let base = rest.baseAddress, !rest.isEmpty {
      let end = Self.index(of: UInt8(ascii: "\n"), in: rest) ?? rest.count
      let next = UnsafeRawBufferPointer(rebasing: rest[..<end])
      rest = UnsafeRawBufferPointer(rebasing: rest[min(end + 1, rest.count)...])
      let head = Self.head.utf8CodeUnitCount
      guard end > head, memcmp(base, Self.head.utf8Start, head) == 0 else { continue }
      let tail = UnsafeRawBufferPointer(rebasing: next[head...])
      guard let quote = Self.index(of: UInt8(ascii: "\""), in: tail) else { continue }
      id = UnsafeRawBufferPointer(rebasing: tail[..<quote])
      line = next
    }
  }

  /// Below zero where the left one's id comes first, zero where both have one.
  static func order(_ left: Self, _ right: Self) -> Int {
    let count = min(left.id.count, right.id.count)
    if count > 0, let first = left.id.baseAddress, let second = right.id.baseAddress {
      let order = memcmp(first, second, count)
      if order != 0 { return Int(order) }
    }
    return left.id.count - right.id.count
  }

  static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }

  private static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
    return base.distance(to: UnsafeRawPointer(found))
  }
}
