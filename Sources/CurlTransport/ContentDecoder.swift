/// A streaming decoder for one content coding.
///
/// A decoder serves one body and is used only on the client's thread.
protocol ContentDecoder: AnyObject {
  /// Whether the stream, or its last part, is complete.
  var hasEnded: Bool { get }

  /// Decodes bytes until the input is used up, the output is full, or a part of the stream ends.
  ///
  /// - Parameters:
  ///   - input: the next bytes of the coding, divided anywhere. Bytes that were used are removed.
  ///   - output: receives decoded bytes.
  /// - Returns: the number of decoded bytes.
  /// - Throws: `body.encoding`, as damage if the stream began correctly.
  func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int

  /// The failure of a stream that does not end.
  var missingEnd: TransportFailure { get }
}
