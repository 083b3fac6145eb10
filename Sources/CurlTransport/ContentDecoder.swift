import FeedKit
import Fetching

/// A streaming decoder for one content coding.
///
/// A decoder serves one body and is used only on the client's thread.
protocol ContentDecoder: AnyObject {
  /// Decodes a piece of the body and calls `emit` with the result, at most `ContentCoding.chunkSize` bytes at a time.
  ///
  /// - Parameters:
  ///   - input: the next bytes of the coding. Pieces may be divided anywhere.
  ///   - emit: receives decoded bytes, which are valid only during the call.
  /// - Throws: `body.encoding` (as damage if the stream began correctly), or any error of `emit`.
  func decode(
    _ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws(TransportFailure) -> Void
  ) throws(TransportFailure)

  /// Checks that the stream has ended. Call this after the last piece.
  ///
  /// - Throws: `body.encoding` if it has not.
  func finish() throws(TransportFailure)
}
