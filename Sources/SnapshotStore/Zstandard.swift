import CCodings
import Foundation
import Locking

/// Compresses and unpacks contents. What zstd needs for that is kept and used again: to make it costs more than a small content.
enum Zstandard {
  private static let compressors = Idle { ZSTD_createCCtx() }
  private static let decompressors = Idle { ZSTD_createDCtx() }

  /// Nil where it does not become fewer bytes than `limit`.
  static func compressed(_ content: [UInt8], level: Int32, below limit: Int) -> Data? {
    guard limit > 0 else { return nil }
    var frame = Data(count: limit - 1)
    let count = compressors.use { compressor in
      frame.withUnsafeMutableBytes { ZSTD_compressCCtx(compressor, $0.baseAddress, $0.count, content, content.count, level) }
    }
    guard let count else { return nil }
    frame.count = count
    return frame
  }

  /// To how many bytes a frame says that it unpacks; nil where it does not say it.
  static func size(of frame: Data) -> Int? {
    frame.withUnsafeBytes { Int(exactly: ZSTD_getFrameContentSize($0.baseAddress, $0.count)) }
  }

  /// False unless it is one frame that unpacks to as many bytes as there is room for; frames to be skipped may follow.
  static func unpack(_ frame: Data, into target: UnsafeMutableRawBufferPointer) -> Bool {
    guard size(of: frame) == target.count else { return false }
    return frame.withUnsafeBytes { source in
      decompressors.use { ZSTD_decompressDCtx($0, target.baseAddress, target.count, source.baseAddress, source.count) } == target.count
    }
  }

  /// Nil unless it is one frame that unpacks to `size` bytes; frames to be skipped may follow.
  static func content(of frame: Data, size: Int) -> [UInt8]? {
    guard self.size(of: frame) == size else { return nil }
    let content = [UInt8](unsafeUninitializedCapacity: size) { target, count in
      count = unpack(frame, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size])) ? size : 0
    }
    return content.count == size ? content : nil
  }

  /// As many as were ever in use at one time.
  private final class Idle: Sendable {
    private let make: @Sendable () -> OpaquePointer?
    private let idle = Guarded<[OpaquePointer]>([])

    init(_ make: @escaping @Sendable () -> OpaquePointer?) { self.make = make }

    /// Gives a number of bytes; nil for zstd's errors.
    func use(_ body: (OpaquePointer) -> Int) -> Int? {
      guard let one = idle.withLock({ $0.popLast() }) ?? make() else { return nil }
      defer { idle.withLock { $0.append(one) } }
      let count = body(one)
      return ZSTD_isError(count) == 0 ? count : nil
    }
  }
}
