import CCodings
import FeedKit
import Fetching

/// A decoder for zstd (one or more frames).
final class ZstdDecoder: ContentDecoder {
  /// The maximum window is 8 MiB (RFC 9659).
  private static let windowLog: Int32 = 23

  private let context: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer
  /// Whether the last frame is complete.
  private var hasEnded = false

  init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    self.context = context
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
    output = .allocate(byteCount: ContentCoding.chunkSize, alignment: 16)
  }

  deinit {
    ZSTD_freeDCtx(context)
    output.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws(TransportFailure) -> Void
  ) throws(TransportFailure) {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var isFull = false
    while source.pos < source.size || isFull {
      var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let result = ZSTD_decompressStream(context, &target, &source)
      guard ZSTD_isError(result) == 0 else {
        let isForeign = ZSTD_getErrorCode(result) == ZSTD_error_prefix_unknown
        throw isForeign ? ContentCoding.failure("no zstd stream") : ContentCoding.damage("a damaged zstd stream")
      }
      hasEnded = result == 0
      isFull = target.pos == target.size && !hasEnded
      if target.pos > 0 { try emit(UnsafeRawBufferPointer(rebasing: output[..<target.pos])) }
    }
  }

  func finish() throws(TransportFailure) {
    guard hasEnded else { throw ContentCoding.damage("a zstd stream without its end") }
  }
}
