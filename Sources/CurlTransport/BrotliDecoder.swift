import CCodings
import FeedKit
import Fetching

/// A decoder for the content coding `br` (RFC 7932).
///
/// The format has neither a checksum nor a magic number. A stream that fails before it has produced a byte is reported as not brotli, a
/// later failure as damage.
final class BrotliDecoder: ContentDecoder {
  private let state: OpaquePointer
  /// The buffer for decoded bytes. Each call of `emit` gets a part of it.
  private let output: UnsafeMutableRawBufferPointer
  private var hasBegun = false
  /// Whether the end of the stream has been decoded. Further input is an error.
  private var hasEnded = false

  /// Creates a decoder; nil if memory is low.
  init?() {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    self.state = state
    output = .allocate(byteCount: ContentCoding.chunkSize, alignment: 16)
  }

  deinit {
    BrotliDecoderDestroyInstance(state)
    output.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws(TransportFailure) -> Void
  ) throws(TransportFailure) {
    var left = input.count
    var next = input.bindMemory(to: UInt8.self).baseAddress
    while !hasEnded {
      var room = output.count
      var place = output.bindMemory(to: UInt8.self).baseAddress
      let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &place, nil)
      if room < output.count {
        hasBegun = true
        try emit(UnsafeRawBufferPointer(rebasing: output[..<(output.count - room)]))
      }
      switch result {
      case BROTLI_DECODER_RESULT_SUCCESS: hasEnded = true
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break
      // The format has no magic number, so only a stream that decoded for a while was brotli.
      default: throw hasBegun ? ContentCoding.damage("a damaged brotli stream") : ContentCoding.failure("no brotli stream")
      }
    }
    if left > 0 { throw ContentCoding.failure("bytes after the end of a coding") }
  }

  func finish() throws(TransportFailure) {
    guard hasEnded else { throw ContentCoding.damage("a brotli stream without its end") }
  }
}
