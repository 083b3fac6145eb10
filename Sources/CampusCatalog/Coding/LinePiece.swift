import Dispatch

/// Room for the unpacked lines of one large feed or several small ones, on their way to a sink and to a hash beside it.
///
/// One thread fills it and reads it; the hash's reads it too, while `users` knows of that. It is refilled when it is no longer in use.
final class LinePiece: @unchecked Sendable {
  /// Small enough to stay near the processor from unpacking to writing, and large enough that a hop to another thread is little.
  static let usual = 1 << 18

  let users = DispatchGroup()
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: LinePiece.usual, alignment: 1)
  private var count = 0

  deinit { room.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<count]) }

  /// Replaces its lines: the first of these, whatever their size, and those after them that find room.
  ///
  /// - Parameter parts: loses what was taken from its beginning.
  func fill(_ first: LazyEntryLines, _ parts: inout ArraySlice<CatalogParts.Part>) throws {
    users.wait()
    if first.size > room.count {
      room.deallocate()
      room = .allocate(byteCount: first.size, alignment: 1)
    }
    count = 0
    try append(first)
    while case .kept(let next)? = parts.first, next.size <= room.count - count {
      try append(next)
      parts.removeFirst()
    }
  }

  private func append(_ lines: LazyEntryLines) throws {
    try lines.unpack(into: UnsafeMutableRawBufferPointer(rebasing: room[count..<count + lines.size]))
    count += lines.size
  }
}
