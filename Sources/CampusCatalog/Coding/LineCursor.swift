#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A cursor over encoded entries, whose lines begin with `{"id":"…"`.
package struct LineCursor {
  private static let head: StaticString = #"{"id":""#

  private var rest: UnsafeRawBufferPointer
  /// The current line without its line feed; nil at the end.
  package private(set) var line: UnsafeRawBufferPointer?
  /// The bytes of the current id.
  package private(set) var id = UnsafeRawBufferPointer(start: nil, count: 0)

  package init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes
    advance()
  }

  package var entryID: EntryID? { EntryID(String(decoding: id, as: UTF8.self)) }

  /// Advances to the next line that begins with an id.
  package mutating func advance() {
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

  /// Compares the ids of two cursors: negative if the left one comes first, 0 if they are equal.
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
