/// Encoded entries that a store has compressed, decompressed on demand.
///
/// A writer decompresses them one feed at a time into reused memory, so it never holds all of them.
public struct LazyEntryLines: Sendable {
  /// The number of lines.
  public let count: Int
  /// The decompressed size of the lines in bytes.
  public let size: Int
  private let storage: Storage

  private enum Storage: Sendable {
    case plain([UInt8])
    case packed(@Sendable (UnsafeMutableRawBufferPointer) throws -> Void)
  }

  /// Creates a value from lines that are not compressed.
  public init(_ lines: EntryLines) {
    count = lines.count
    size = lines.bytes.count
    storage = .plain(lines.bytes)
  }

  /// Creates a value from compressed lines.
  ///
  /// - Parameters:
  ///   - count: the number of lines.
  ///   - size: the decompressed size in bytes.
  ///   - unpack: writes all lines, each with its line feed, to a buffer of `size` bytes. The compressed data should have been verified
  ///     already, so that an error is unexpected.
  public init(count: Int, size: Int, unpack: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws -> Void) {
    self.count = count
    self.size = size
    storage = .packed(unpack)
  }

  /// Returns the decompressed lines.
  ///
  /// - Throws: any error of `unpack`.
  public func lines() throws -> EntryLines {
    switch storage {
    case .plain(let bytes): return EntryLines(bytes: bytes, count: count)
    case .packed(let unpack) where size == 0:
      // Do not pass the storage of an empty array, which is shared.
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

  /// Decompresses the lines into a buffer of `size` bytes.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws {
    switch storage {
    case .plain(let bytes): target.copyBytes(from: bytes)
    case .packed(let unpack): try unpack(target)
    }
  }
}
