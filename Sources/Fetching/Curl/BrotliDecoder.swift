import CCodings

/// A decoder for the content coding `br` (RFC 7932).
///
/// The format has neither a checksum nor a magic number. A failure before the first decoded byte means that the stream is not brotli; a
/// later one means damage.
final class BrotliDecoder: ContentDecoder {
  private let state: OpaquePointer
  private var hasBegun = false
  /// Whether the end of the stream has been decoded. Further input is an error.
  private(set) var hasEnded = false

  init?() {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    self.state = state
  }

  deinit { BrotliDecoderDestroyInstance(state) }

  func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
    if hasEnded { throw ContentCoding.failure("bytes after the end of the compressed data") }
    var (left, room) = (input.count, output.count)
    var next = input.bindMemory(to: UInt8.self).baseAddress
    var target = output.bindMemory(to: UInt8.self).baseAddress
    let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &target, nil)
    input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
    hasBegun = hasBegun || room < output.count
    switch result {
    case BROTLI_DECODER_RESULT_SUCCESS: hasEnded = true
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT, BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break
    // The format has no magic number, so only a stream that produced output is known to be brotli.
    default: throw hasBegun ? ContentCoding.damage("a damaged brotli stream") : ContentCoding.failure("not a brotli stream")
    }
    return output.count - room
  }

  var missingEnd: TransportFailure { ContentCoding.damage("a brotli stream that is cut off") }
}
