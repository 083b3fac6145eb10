import FeedKit
import Fetching

/// Undoes one content coding, piece by piece.
protocol ContentDecoder: AnyObject {
  /// Hands on what a piece decodes to, at most `ContentCoding.piece` bytes at a time.
  ///
  /// - Throws: `body.encoding`, as damage where the stream had begun well, and what `emit` throws.
  func decode(
    _ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws(TransportFailure) -> Void
  ) throws(TransportFailure)

  /// To be called after the last piece.
  ///
  /// - Throws: `body.encoding` where the stream has not ended.
  func finish() throws(TransportFailure)
}
