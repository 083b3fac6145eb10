import Basics

/// Encoded entries in memory, or in a file or a store, which are read on demand.
///
/// A writer decompresses them one feed at a time, so it never holds all of them.
///
/// A class, because a run has one for each of very many campuses, in several lists.
public final class LazyEntryLines: Sendable {
  public let count: Int
  /// The decompressed size of the lines in bytes.
  public let size: Int
  /// The SHA-256 of the lines in lower-case hexadecimal if a store has them as one result; otherwise nil.
  public var content: String? { digest?.hexadecimal }
  private let digest: SHA256Digest?
  /// The number of bytes that it holds in memory, compressed or not.
  package let bytesInMemory: Int
  /// The lines if they are in memory; otherwise nil.
  public let linesInMemory: EntryLines?
  /// Writes all lines to a buffer of `size` bytes.
  let unpack: @Sendable (UnsafeMutableRawBufferPointer) throws -> Void

  public init(_ lines: EntryLines, content: String? = nil) {
    count = lines.count
    size = lines.bytes.count
    digest = content.flatMap { SHA256Digest($0) }
    bytesInMemory = lines.bytes.capacity
    linesInMemory = lines
    unpack = { $0.copyBytes(from: lines.bytes) }
  }

  /// Creates a value from lines that are compressed or somewhere else.
  ///
  /// - Parameters:
  ///   - count: the number of lines.
  ///   - size: the decompressed size in bytes.
  ///   - content: the SHA-256 of the lines in lower-case hexadecimal if a store has them as one result; otherwise nil.
  ///   - bytesInMemory: the size of the compressed lines if they are in memory.
  ///   - unpack: writes all lines, each with its line feed, to a buffer of `size` bytes. The data should have been verified already, so
  ///     that an error is unexpected.
  public init(
    count: Int, size: Int, content: String?, bytesInMemory: Int = 0,
    unpack: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws -> Void
  ) {
    self.count = count
    self.size = size
    digest = content.flatMap { SHA256Digest($0) }
    self.bytesInMemory = bytesInMemory
    linesInMemory = nil
    self.unpack = unpack
  }

  /// - Throws: any error of `unpack`.
  public func lines() throws -> EntryLines {
    if let linesInMemory { return linesInMemory }
    if size == 0 {
      // Do not pass the storage of an empty array, which is shared.
      try unpack(UnsafeMutableRawBufferPointer(start: nil, count: 0))
      return EntryLines(bytes: [], count: count)
    }
    let bytes = try [UInt8](unsafeUninitializedCapacity: size) { target, written in
      try unpack(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size]))
      written = size
    }
    return EntryLines(bytes: bytes, count: count)
  }
}
