import CampusCatalog

/// A streaming decoder for one content coding of one body. It is used only on the client's thread.
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

/// The supported content codings (RFC 9110, section 8.4): gzip, deflate, brotli and zstd.
enum ContentCoding {
  /// The maximum number of codings of one body, not counting `identity`.
  static let maximumCodings = 3

  /// Returns the decoders for a body, in the order in which to apply them.
  ///
  /// For `Content-Encoding: gzip, br` (gzip was applied first), these are a brotli decoder and then a gzip decoder.
  ///
  /// - Parameter names: the content codings in lower case, in the order in which the server applied them.
  /// - Throws: `body.encoding` for codings that are not supported, for more than `maximumCodings`, and if memory is low.
  static func decoders(_ names: [String]) throws(TransportFailure) -> [any ContentDecoder] {
    let names = names.filter { $0 != "identity" }
    guard names.count <= maximumCodings else { throw failure("more than \(maximumCodings) content codings") }
    var decoders: [any ContentDecoder] = []
    for name in names.reversed() {
      let decoder: (any ContentDecoder)? =
        switch name {
        case "gzip", "x-gzip": ZlibDecoder(isGzip: true)
        case "deflate": ZlibDecoder(isGzip: false)
        case "br": BrotliDecoder()
        case "zstd": ZstdDecoder()
        default: throw failure("an unknown content coding")
        }
      guard let decoder else { throw failure("no memory for a content coding") }
      decoders.append(decoder)
    }
    return decoders
  }

  /// A failure of a body that does not have the coding that its headers name. A retry would fail, too.
  static func failure(_ detail: String) -> TransportFailure { TransportFailure(.bodyEncoding, detail) }

  /// A failure of a body that was damaged or truncated in transit. A retry may succeed (`TransportFailure.isDamage`).
  static func damage(_ detail: String) -> TransportFailure { TransportFailure(.bodyEncoding, detail, isDamage: true) }
}
