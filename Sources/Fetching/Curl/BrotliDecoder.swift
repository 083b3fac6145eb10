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
    var result = BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT
    repeat {
      // An error hides the output before it in the same piece. Before there is any, the pieces are single bytes, so that the failure does not
      // depend on how the stream arrives.
      let piece = hasBegun ? left : min(left, 1)
      var unread = piece
      result = BrotliDecoderDecompressStream(state, &unread, &next, &room, &target, nil)
      left -= piece - unread
      hasBegun = hasBegun || room < output.count
    } while result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT && left > 0
    input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
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
