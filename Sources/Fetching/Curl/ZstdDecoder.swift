import CCodings

/// A decoder for zstd (one or more frames).
final class ZstdDecoder: ContentDecoder {
  /// The maximum window is 8 MiB (RFC 9659).
  private static let windowLog: Int32 = 23

  private let context: OpaquePointer
  /// Whether the last frame is complete.
  private(set) var hasEnded = false

  init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    self.context = context
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { ZSTD_freeDCtx(context) }

  func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    guard ZSTD_isError(result) == 0 else {
      let isForeign = ZSTD_getErrorCode(result) == ZSTD_error_prefix_unknown
      throw isForeign ? ContentCoding.failure("not a zstd stream") : ContentCoding.damage("a damaged zstd stream")
    }
    input = UnsafeRawBufferPointer(rebasing: input[source.pos...])
    hasEnded = result == 0
    return target.pos
  }

  var missingEnd: TransportFailure { ContentCoding.damage("a zstd stream that is cut off") }
}
