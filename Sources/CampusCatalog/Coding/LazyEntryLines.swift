/// Encoded entries in memory, or in a store, which decompresses them on demand.
///
/// A writer decompresses them one feed at a time into reused memory, so it never holds all of them.
public struct LazyEntryLines: Sendable {
  public let count: Int
  /// The decompressed size of the lines in bytes.
  public let size: Int
  /// The SHA-256 of the lines in lower-case hexadecimal if a store has them as one result; otherwise nil.
  public let content: String?
  private let storage: Storage

  private enum Storage: Sendable {
    case memory(EntryLines)
    case packed(@Sendable (UnsafeMutableRawBufferPointer) throws -> Void)
  }

  public init(_ lines: EntryLines, content: String? = nil) {
    count = lines.count
    size = lines.bytes.count
    self.content = content
    storage = .memory(lines)
  }

  /// Creates a value from compressed lines.
  ///
  /// - Parameters:
  ///   - count: the number of lines.
  ///   - size: the decompressed size in bytes.
  ///   - content: the SHA-256 of the lines in lower-case hexadecimal.
  ///   - unpack: writes all lines, each with its line feed, to a buffer of `size` bytes. The compressed data should have been verified
  ///     already, so that an error is unexpected.
  public init(count: Int, size: Int, content: String, unpack: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws -> Void) {
    self.count = count
    self.size = size
    self.content = content
    storage = .packed(unpack)
  }

  /// The lines if they are in memory; otherwise nil.
  public var linesInMemory: EntryLines? { if case .memory(let lines) = storage { lines } else { nil } }

  /// - Throws: any error of `unpack`.
  public func lines() throws -> EntryLines {
    switch storage {
    case .memory(let lines): return lines
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
    case .memory(let lines): target.copyBytes(from: lines.bytes)
    case .packed(let unpack): try unpack(target)
    }
  }
}
