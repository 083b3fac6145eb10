/// Bytes that an export keeps until they can be written: in memory or in a temporary file.
public protocol ScratchFile: AnyObject {
  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws

  /// Returns bytes that were appended.
  func bytes(in range: Range<Int>) throws -> [UInt8]
}

/// A scratch file in memory.
public final class MemoryScratchFile: ScratchFile {
  private var all: [UInt8] = []

  public init() {}

  public func append(_ bytes: UnsafeRawBufferPointer) { all.append(contentsOf: bytes) }

  public func bytes(in range: Range<Int>) -> [UInt8] { Array(all[range]) }
}
