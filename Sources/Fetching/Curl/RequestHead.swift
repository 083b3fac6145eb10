import FeedKit

/// Validates and formats the header lines of a request.
enum RequestHead {
  /// Returns the header lines in the form that libcurl expects: in ISO 8859-1, each ended by a NUL.
  ///
  /// Without an `Accept` header, libcurl's own is suppressed. Without `Accept-Encoding`, gzip, brotli and zstd are accepted.
  ///
  /// - Throws: `policy.header` for a header that must not be sent.
  static func lines(_ headers: [Feed.Header]) throws(TransportFailure) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var (hasAccept, hasCodings) = (false, false)
    for header in headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(\.isToken) else {
        throw TransportFailure(.policyHeader, "the name of a request header is not a token")
      }
      let name = header.name.lowercased()
      guard !reserved.contains(name) else { throw TransportFailure(.policyHeader, "the request header \(name) cannot be set") }
      guard let value = header.value.latin1, !value.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
        throw TransportFailure(.policyHeader, "the request header \(name) has a character that is not allowed")
      }
      hasAccept = hasAccept || name == "accept"
      hasCodings = hasCodings || name == "accept-encoding"
      // For libcurl, "Name:" removes a header, and "Name;" sends one without a value.
      let isEmpty = value.allSatisfy(\.isBlank)
      lines.append(Array((isEmpty ? "\(header.name);\0" : "\(header.name): ").utf8) + (isEmpty ? [] : value + [0]))
    }
    if !hasAccept { lines.append(Array("Accept:\0".utf8)) }
    if !hasCodings { lines.append(Array("Accept-Encoding: gzip, br, zstd\0".utf8)) }
    return lines
  }

  /// Headers of framing and of the connection, which callers cannot set.
  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]
}
