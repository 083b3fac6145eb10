import Aggregation
import Basics
import CCodings
import Foundation

/// Compresses and decompresses contents. Reuses zstd's contexts, because creating one costs more than compressing a small content.
enum Zstandard {
  private static let compressors = ContextPool { ZSTD_createCCtx() }
  private static let decompressors = ContextPool { ZSTD_createDCtx() }

  /// Compresses a content; nil if the result does not have fewer bytes than `limit`. Zstd stops as soon as its buffer is full.
  static func compressed(_ content: [UInt8], level: Int32, below limit: Int) -> Data? {
    guard limit > 0 else { return nil }
    // The frame is usually much smaller than the buffer, whose rest is never touched.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit - 1, alignment: 1)
    defer { buffer.deallocate() }
    let count = compressors.use { ZSTD_compressCCtx($0, buffer.baseAddress, buffer.count, content, content.count, level) }
    return count.map { Data(buffer[..<$0]) }
  }

  /// Compresses a content that comes in pieces; nil if the result does not have fewer bytes than `limit`.
  ///
  /// - Parameters:
  ///   - size: the number of bytes of all pieces.
  ///   - write: calls its argument with one piece after another.
  /// - Throws: any error from `write`.
  static func compressed(
    size: Int, level: Int32, below limit: Int,
    _ write: (_ piece: (UnsafeRawBufferPointer) -> Void) throws(StoreError) -> Void
  ) throws(StoreError) -> Data? {
    guard limit > 0 else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit - 1, alignment: 1)
    defer { buffer.deallocate() }
    var failure: StoreError?
    let count = compressors.use { compressor in
      var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
      var result = ZSTD_CCtx_reset(compressor, ZSTD_reset_session_and_parameters)
      if ZSTD_isError(result) == 0 { result = ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, level) }
      if ZSTD_isError(result) == 0 { result = ZSTD_CCtx_setPledgedSrcSize(compressor, UInt64(size)) }
      var isFull = ZSTD_isError(result) != 0
      func add(_ piece: UnsafeRawBufferPointer, _ end: ZSTD_EndDirective) {
        var input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
        var rest = 1
        while rest > 0, !isFull {
          result = ZSTD_compressStream2(compressor, &output, &input, end)
          rest = end == ZSTD_e_end ? result : input.size - input.pos
          isFull = ZSTD_isError(result) != 0 || rest > 0 && output.pos == output.size
        }
      }
      do throws(StoreError) {
        try write { add($0, ZSTD_e_continue) }
        add(UnsafeRawBufferPointer(start: nil, count: 0), ZSTD_e_end)
      } catch {
        failure = error
      }
      return isFull ? -1 : output.pos
    }
    if let failure { throw failure }
    return count.map { Data(buffer[..<$0]) }
  }

  /// Compresses a content as a patch: the frame refers to the bytes of another content, its base. Nil if the result does not have fewer bytes
  /// than `limit`.
  ///
  /// As `zstd --patch-from` does, finds long matches anywhere in the base.
  static func compressed(_ content: [UInt8], level: Int32, below limit: Int, from base: [UInt8]) -> Data? {
    guard limit > 0 else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit - 1, alignment: 1)
    defer { buffer.deallocate() }
    let windowLog = Int32(Int.bitWidth - (content.count + base.count).leadingZeroBitCount)
    let count = compressors.use { compressor in
      // Later uses of the context must not have the parameters of this one.
      defer { ZSTD_CCtx_reset(compressor, ZSTD_reset_session_and_parameters) }
      var result = ZSTD_CCtx_reset(compressor, ZSTD_reset_session_and_parameters)
      if ZSTD_isError(result) == 0 { result = ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, level) }
      if ZSTD_isError(result) == 0 { result = ZSTD_CCtx_setParameter(compressor, ZSTD_c_windowLog, windowLog) }
      if ZSTD_isError(result) == 0 { result = ZSTD_CCtx_setParameter(compressor, ZSTD_c_enableLongDistanceMatching, 1) }
      return base.withUnsafeBytes { base in
        if ZSTD_isError(result) == 0 { result = ZSTD_CCtx_refPrefix(compressor, base.baseAddress, base.count) }
        if ZSTD_isError(result) == 0 { result = ZSTD_compress2(compressor, buffer.baseAddress, buffer.count, content, content.count) }
        return result
      }
    }
    return count.map { Data(buffer[..<$0]) }
  }

  /// Returns the decompressed size that a frame states (RFC 8878, section 3.1.1.1), which is not verified; nil if it states none.
  static func size(of frame: Data) -> Int? {
    frame.withUnsafeBytes { Int(exactly: ZSTD_getFrameContentSize($0.baseAddress, $0.count)) }
  }

  /// Decompresses a frame, which skippable frames may follow. False unless the result fills `target` exactly.
  ///
  /// - Parameter base: the content that the frame is a patch of; nil if it is none.
  static func unpack(_ frame: Data, into target: UnsafeMutableRawBufferPointer, from base: [UInt8]? = nil) -> Bool {
    guard size(of: frame) == target.count else { return false }
    return frame.withUnsafeBytes { source in
      decompressors.use { decompressor in
        func unpack() -> Int {
          ZSTD_decompressDCtx(decompressor, target.baseAddress, target.count, source.baseAddress, source.count)
        }
        guard let base else { return unpack() }
        return base.withUnsafeBytes { base in
          // A prefix is always taken as it is. A dictionary could be one of zstd's own format, if a feed sent such bytes.
          let result = ZSTD_DCtx_refPrefix(decompressor, base.baseAddress, base.count)
          return ZSTD_isError(result) == 0 ? unpack() : result
        }
      } == target.count
    }
  }

  /// Decompresses a frame like `unpack`, in pieces, and stops as soon as there is enough.
  ///
  /// - Parameter isEnough: called after each piece with all that has been decompressed.
  static func unpack(
    _ frame: Data, into target: UnsafeMutableRawBufferPointer, until isEnough: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    frame.withUnsafeBytes { source in
      let count = decompressors.use { decompressor in
        var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        var output = ZSTD_outBuffer(dst: target.baseAddress, size: 0, pos: 0)
        var result = ZSTD_DCtx_reset(decompressor, ZSTD_reset_session_only)
        while ZSTD_isError(result) == 0, output.pos < target.count {
          let before = output.pos
          output.size = min(target.count, before + pieceSize)
          result = ZSTD_decompressStream(decompressor, &output, &input)
          if output.pos == before || isEnough(UnsafeRawBufferPointer(rebasing: target[..<output.pos])) { break }
        }
        return ZSTD_isError(result) == 0 ? output.pos : result
      }
      return count != nil
    }
  }

  static let pieceSize = 1 << 20

  /// Decompresses a frame like `unpack`. Nil unless the result has `size` bytes.
  static func content(of frame: Data, size: Int, from base: [UInt8]? = nil) -> [UInt8]? {
    guard self.size(of: frame) == size else { return nil }
    var isSound = false
    let content = [UInt8](unsafeUninitializedCapacity: size) { target, count in
      let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size])
      isSound = unpack(frame, into: target, from: base)
      count = isSound ? size : 0
    }
    return isSound ? content : nil
  }

  /// Idle contexts. Grows to the largest number in use at one time.
  private final class ContextPool: Sendable {
    private let make: @Sendable () -> OpaquePointer?
    private let idle = Guarded<[OpaquePointer]>([])

    init(_ make: @escaping @Sendable () -> OpaquePointer?) { self.make = make }

    /// Calls `body` with a context and returns its result, a number of bytes; nil if that is an error code of zstd.
    func use(_ body: (OpaquePointer) -> Int) -> Int? {
      guard let context = idle.withLock({ $0.popLast() }) ?? make() else { return nil }
      defer { idle.withLock { $0.append(context) } }
      let count = body(context)
      return ZSTD_isError(count) == 0 ? count : nil
    }
  }
}
