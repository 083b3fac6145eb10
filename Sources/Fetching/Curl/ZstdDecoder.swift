import CCodings

/// A decoder for zstd (one or more frames).
final class ZstdDecoder: ContentDecoder {
  /// The maximum window is 8 MiB (RFC 9659).
  private static let windowLog: Int32 = 23

  private let context: OpaquePointer
  /// Up to four bytes of the beginning of the current frame.
  private var head: [UInt8] = []
  /// Whether the last frame is complete.
  private(set) var hasEnded = false

  init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    self.context = context
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { ZSTD_freeDCtx(context) }

  func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
    if hasEnded { head = [] }
    if head.count < 4 { head += input.prefix(4 - head.count) }
    guard Self.isBeginning(head) else { throw ContentCoding.failure("not a zstd stream") }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    guard ZSTD_isError(result) == 0 else { throw ContentCoding.damage("a damaged zstd stream") }
    input = UnsafeRawBufferPointer(rebasing: input[source.pos...])
    hasEnded = result == 0
    return target.pos
  }

  /// Returns whether bytes may be the beginning of a frame, or of one to skip (RFC 8878, section 3.1). zstd itself also knows frames of its first
  /// versions, but only if their first four bytes arrive together.
  private static func isBeginning(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return true }
    return first == 0x28 && bytes.elementsEqual([0x28, 0xB5, 0x2F, 0xFD].prefix(bytes.count))
      || first & 0xF0 == 0x50 && bytes.dropFirst().elementsEqual([0x2A, 0x4D, 0x18].prefix(bytes.count - 1))
  }

  var missingEnd: TransportFailure { ContentCoding.damage("a zstd stream that is cut off") }
}
