/// The entry lines of one feed, possibly still compressed. A writer unpacks them feed by feed into a reused buffer, so that only a few
/// are in memory at a time.
public struct LazyEntryLines: Sendable {
  /// The number of lines.
  public let count: Int
  /// The size of the unpacked lines in bytes.
  public let size: Int
  private let form: Form

  private enum Form: Sendable {
    case plain([UInt8])
    case packed(@Sendable (UnsafeMutableRawBufferPointer) throws -> Void)
  }

  /// Wraps lines that are not compressed.
  public init(_ lines: EntryLines) {
    count = lines.count
    size = lines.bytes.count
    form = .plain(lines.bytes)
  }

  /// Makes lines that are unpacked on demand.
  ///
  /// - Parameter unpack: writes all lines, each with its line feed, to a buffer of `size` bytes. The compressed data must be verified
  ///   already, so that this throws only if the machine or the program fails.
  public init(count: Int, size: Int, unpack: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws -> Void) {
    self.count = count
    self.size = size
    form = .packed(unpack)
  }

  /// Returns the unpacked lines.
  public func lines() throws -> EntryLines {
    switch form {
    case .plain(let bytes): return EntryLines(bytes: bytes, count: count)
    case .packed(let unpack) where size == 0:
      // All empty arrays share one storage, which must not be written to.
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

  /// Unpacks the lines.
  ///
  /// - Parameter target: `size` bytes.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws {
    switch form {
    case .plain(let bytes): target.copyBytes(from: bytes)
    case .packed(let unpack): try unpack(target)
    }
  }
}
