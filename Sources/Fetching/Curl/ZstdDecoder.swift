import CCodings

/// A decoder for zstd (one or more frames).
final class ZstdDecoder: ContentDecoder {
  /// The maximum window is 8 MiB (RFC 9659).
  private static let windowLog: Int32 = 23

  private let context: OpaquePointer
  /// Up to `maximumHead` bytes of the beginning of the current frame.
  private var head: [UInt8] = []
  /// A header of a frame has at most 18 bytes (RFC 8878, section 3.1.1.1).
  private static let maximumHead = 18
  /// The number of bytes that the current frame has decoded to.
  private var decodedBytes: UInt64 = 0
  /// Whether the last frame is complete.
  private(set) var hasEnded = false

  init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    self.context = context
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { ZSTD_freeDCtx(context) }

  func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
    if hasEnded { (head, decodedBytes) = ([], 0) }
    guard Self.isBeginning((head + input.prefix(4)).prefix(4)) else { throw ContentCoding.failure("not a zstd stream") }
    // The beginning of each frame byte by byte: zstd decodes a frame that it gets as a whole, with its header, by other rules.
    let count = head.count < Self.maximumHead ? min(1, input.count) : input.count
    var source = ZSTD_inBuffer(src: input.baseAddress, size: count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    guard ZSTD_isError(result) == 0 else { throw ContentCoding.damage("a damaged zstd stream") }
    head += input[..<source.pos].prefix(Self.maximumHead - head.count)
    decodedBytes += UInt64(target.pos)
    input = UnsafeRawBufferPointer(rebasing: input[source.pos...])
    hasEnded = result == 0
    if hasEnded, !hasDeclaredLength { throw ContentCoding.damage("a damaged zstd stream") }
    return target.pos
  }

  /// Whether the frame, which has ended, has the length that its header declares, if it declares one. zstd does not compare them if the last
  /// block is empty.
  private var hasDeclaredLength: Bool {
    let declared = ZSTD_getFrameContentSize(head, head.count)
    let isDeclared = declared != UInt64.max  // ZSTD_CONTENTSIZE_UNKNOWN
    return !isDeclared || declared == decodedBytes
  }

  /// Returns whether bytes may be the beginning of a frame, or of one to skip (RFC 8878, section 3.1). zstd itself also knows frames of its first
  /// versions, but only if their first four bytes arrive together.
  private static func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    return first == 0x28 && bytes.elementsEqual([0x28, 0xB5, 0x2F, 0xFD].prefix(bytes.count))
      || first & 0xF0 == 0x50 && bytes.dropFirst().elementsEqual([0x2A, 0x4D, 0x18].prefix(bytes.count - 1))
  }

  var missingEnd: TransportFailure { ContentCoding.damage("a zstd stream that is cut off") }
}
