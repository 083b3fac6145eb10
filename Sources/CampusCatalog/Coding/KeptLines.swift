/// The entry lines of one feed as a store keeps them, which may be packed: whoever only writes them unpacks them feed by feed,
/// into memory that is used again, and so needs the room of a few at a time.
public struct KeptLines: Sendable {
  /// How many lines there are.
  public let count: Int
  /// Bytes that the lines have when they are unpacked.
  public let size: Int
  private let form: Form

  private enum Form: Sendable {
    case plain([UInt8])
    case packed(@Sendable (UnsafeMutableRawBufferPointer) throws -> Void)
  }

  /// Lines that are not packed.
  public init(_ lines: EntryLines) {
    count = lines.count
    size = lines.bytes.count
    form = .plain(lines.bytes)
  }

  /// - Parameter unpack: writes all lines, each with its line feed, to as many bytes as `size` says; what is packed is known to be
  ///   whole, so that it throws for a fault of the machine or the program only.
  public init(count: Int, size: Int, unpack: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws -> Void) {
    self.count = count
    self.size = size
    form = .packed(unpack)
  }

  /// - Throws: what unpacking throws.
  public func lines() throws -> EntryLines {
    switch form {
    case .plain(let bytes): return EntryLines(bytes: bytes, count: count)
    case .packed(let unpack) where size == 0:
      // All empty arrays share one storage, which is not to be written to.
      try unpack(UnsafeMutableRawBufferPointer(start: nil, count: 0))
      return EntryLines(bytes: [], count: count)
    case .packed(let unpack):
      let bytes = try [UInt8](unsafeUninitializedCapacity: size) { target, written in
        try unpack(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size]))
        written = size
      }
      return EntryLines(bytes: bytes, count: count)
    }
  }

  /// - Parameter target: as many bytes as `size` says.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws {
    switch form {
    case .plain(let bytes): target.copyBytes(from: bytes)
    case .packed(let unpack): try unpack(target)
    }
  }
}
