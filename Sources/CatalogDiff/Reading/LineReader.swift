import Glibc

/// Reads a text line by line into one reused buffer, so that a text of any size needs little memory.
///
/// The buffer has 1 MiB at first, and is doubled for longer lines.
final class LineReader {
  /// The size in bytes up to which the buffer grows. The program writes no longer lines.
  private static let longestLine = 64 << 20

  private let refill: CatalogText.Refill
  // Owned: allocated and freed here. The lines that `next` returns point into it.
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// Whether the last line returned ends with a line feed.
  private(set) var isTerminated = true

  init(_ refill: @escaping CatalogText.Refill) { self.refill = refill }

  deinit { buffer.deallocate() }

  /// Returns the next line without its line feed, or nil at the end. The line is valid until the next call.
  ///
  /// What follows the last line feed is a line unless it is empty.
  ///
  /// - Throws: `NotCanonicalLayout` for a line that does not fit in the largest buffer; errors of reading.
  func next() throws -> UnsafeRawBufferPointer? {
    var searched = start
    while true {
      if let base = buffer.baseAddress, let found = memchr(base + searched, 0x0A, end - searched) {
        let line = UnsafeRawBufferPointer(start: base + start, count: base.distance(to: found) - start)
        start += line.count + 1
        return line
      }
      if isAtEnd {
        guard start < end else { return nil }
        isTerminated = false
        let line = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
        start = end
        return line
      }
      let rest = end - start
      try makeRoom()
      searched = start + rest
      let count = try refill(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      if count == 0 { isAtEnd = true }
      end += count
    }
  }

  /// Moves the unread bytes to the beginning of the buffer; doubles the buffer if they fill more than half of it.
  private func makeRoom() throws {
    let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    if rest.count > buffer.count / 2 {
      guard buffer.count < Self.longestLine else { throw NotCanonicalLayout() }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: rest)
      buffer.deallocate()
      buffer = larger
    } else if start > 0 {
      // The two may overlap: `copyMemory` allows that.
      buffer.copyMemory(from: rest)
    }
    (start, end) = (0, rest.count)
  }
}
