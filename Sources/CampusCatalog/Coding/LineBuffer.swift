import Dispatch

/// A reusable buffer for the decompressed lines of one large feed or several small ones.
///
/// One thread fills and reads it. Other threads that read it must be members of `users`, and the buffer is not refilled until they are
/// done.
final class LineBuffer: @unchecked Sendable {
  /// The initial size: small enough for the processor's cache, and large enough to make switching threads worthwhile.
  static let initialSize = 1 << 18

  let users = DispatchGroup()
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: LineBuffer.initialSize, alignment: 1)
  private var count = 0

  deinit { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Replaces the contents with `first`, whatever its size, and as many of the following parts as fit.
  ///
  /// - Parameter parts: the following parts. Those that were used are removed.
  func fill(_ first: LazyEntryLines, _ parts: inout ArraySlice<CatalogParts.Part>) throws {
    users.wait()
    if first.size > memory.count {
      memory.deallocate()
      memory = .allocate(byteCount: first.size, alignment: 1)
    }
    count = 0
    try append(first)
    while case .lines(let next)? = parts.first, next.linesInMemory == nil, next.size <= memory.count - count {
      try append(next)
      parts.removeFirst()
    }
  }

  private func append(_ lines: LazyEntryLines) throws {
    try lines.unpack(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + lines.size]))
    count += lines.size
  }
}
