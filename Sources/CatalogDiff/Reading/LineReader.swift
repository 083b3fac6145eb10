#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lines of a text, read piece by piece into memory that is used again: a text of any size needs little room.
final class LineReader {
  /// A line with more bytes is none that this program writes.
  private static let longestLine = 64 << 20

  private let refill: CatalogText.Refill
  // Owned: allocated and freed here. What `next` gives points into it and is valid until the next call.
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The line that was given last has a line feed behind it.
  private(set) var isTerminated = true

  init(_ refill: @escaping CatalogText.Refill) { self.refill = refill }

  deinit { room.deallocate() }

  /// The next line without its line feed, valid until the next call; nil at the end. What follows the last line feed is a line
  /// unless it is empty.
  func next() throws -> UnsafeRawBufferPointer? {
    var searched = start
    while true {
      if let base = room.baseAddress, let found = memchr(base + searched, 0x0A, end - searched) {
        let line = UnsafeRawBufferPointer(start: base + start, count: base.distance(to: found) - start)
        start += line.count + 1
        return line
      }
      if isAtEnd {
        guard start < end else { return nil }
        isTerminated = false
        let line = UnsafeRawBufferPointer(rebasing: room[start..<end])
        start = end
        return line
      }
      let rest = end - start
      try makeRoom()
      searched = start + rest
      let count = try refill(UnsafeMutableRawBufferPointer(rebasing: room[end...]))
      if count == 0 { isAtEnd = true }
      end += count
    }
  }

  /// Moves what is left to the beginning, into more room where it fills all there is.
  private func makeRoom() throws {
    let rest = UnsafeRawBufferPointer(rebasing: room[start..<end])
    if rest.count > room.count / 2 {
      guard room.count < Self.longestLine else { throw NotLines() }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: room.count * 2, alignment: 16)
      larger.copyMemory(from: rest)
      room.deallocate()
      room = larger
    } else if start > 0 {
      // The two may overlap: `copyMemory` allows that.
      room.copyMemory(from: rest)
    }
    (start, end) = (0, rest.count)
  }
}

/// A text that is not laid out as this program writes catalogs.
struct NotLines: Error {}
