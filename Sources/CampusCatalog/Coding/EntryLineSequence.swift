import Glibc

/// The entries in a text of lines, one entry a line. Lines that do not begin with an id are skipped.
package struct EntryLineSequence: Sequence, IteratorProtocol {
  private var rest: UnsafeRawBufferPointer

  package init(_ text: UnsafeRawBufferPointer) { rest = text }

  package mutating func next() -> EntryLine? {
    while let base = rest.baseAddress, !rest.isEmpty {
      let end = memchr(base, 0x0A, rest.count).map { base.distance(to: $0) } ?? rest.count
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      rest = UnsafeRawBufferPointer(rebasing: rest[Swift.min(end + 1, rest.count)...])
      if let entry = EntryLine(line) { return entry }
    }
    return nil
  }
}
