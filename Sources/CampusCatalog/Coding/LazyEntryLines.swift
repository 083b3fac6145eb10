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
  private let source: Source

  /// A function that writes all lines to a buffer of `size` bytes. It gets these lines, so that it need not hold their `content` as well.
  public typealias Unpack = @Sendable (LazyEntryLines, UnsafeMutableRawBufferPointer) throws -> Void

  private enum Source {
    case memory(EntryLines)
    case elsewhere(Unpack)
  }

  /// The lines if they are in memory; otherwise nil.
  public var linesInMemory: EntryLines? { if case .memory(let lines) = source { lines } else { nil } }

  public init(_ lines: EntryLines, content: String? = nil) {
    count = lines.count
    size = lines.bytes.count
    digest = content.flatMap { SHA256Digest($0) }
    bytesInMemory = lines.bytes.capacity
    source = .memory(lines)
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
  public init(count: Int, size: Int, content: String?, bytesInMemory: Int = 0, unpack: @escaping Unpack) {
    self.count = count
    self.size = size
    digest = content.flatMap { SHA256Digest($0) }
    self.bytesInMemory = bytesInMemory
    source = .elsewhere(unpack)
  }

  /// - Throws: any error of `unpack`.
  public func lines() throws -> EntryLines {
    switch source {
    case .memory(let lines): return lines
    case .elsewhere(let unpack) where size == 0:
      // Do not pass the storage of an empty array, which is shared.
      try unpack(self, UnsafeMutableRawBufferPointer(start: nil, count: 0))
      return EntryLines(bytes: [], count: count)
    case .elsewhere(let unpack):
      let bytes = try [UInt8](unsafeUninitializedCapacity: size) { target, written in
        try unpack(self, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size]))
        written = size
      }
      return EntryLines(bytes: bytes, count: count)
    }
  }
}
