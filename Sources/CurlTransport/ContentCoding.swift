import CampusCatalog
import FeedKit
import Fetching

/// The content codings that are understood.
enum ContentCoding {
  /// Decoded bytes handed on at one time.
  static let piece = 32 << 10
  static let mostCodings = 3

  /// The decoders of a body, in the order in which they are to be applied.
  ///
  /// - Parameter names: in lower case, as the server applied them.
  /// - Throws: `body.encoding`.
  static func decoders(_ names: [String]) throws(TransportFailure) -> [any ContentDecoder] {
    let names = names.filter { $0 != "identity" }
    guard names.count <= mostCodings else { throw failure("more than \(mostCodings) content codings") }
    var decoders: [any ContentDecoder] = []
    for name in names.reversed() {
      let decoder: (any ContentDecoder)? =
        switch name {
        case "gzip", "x-gzip": ZlibDecoder(.gzip)
        case "deflate": ZlibDecoder(.deflate)
        case "br": BrotliDecoder()
        case "zstd": ZstdDecoder()
        default: throw failure("an unknown content coding")
        }
      guard let decoder else { throw failure("no memory for a content coding") }
      decoders.append(decoder)
    }
    return decoders
  }

  /// The body is not what its headers say.
  static func failure(_ detail: String) -> TransportFailure { TransportFailure(.bodyEncoding, detail) }

  /// The body began as its headers say, and was damaged or cut on the way.
  static func damage(_ detail: String) -> TransportFailure { TransportFailure(.bodyEncoding, detail, isDamage: true) }
}
