import CampusCatalog
import FeedKit
import Fetching

/// Validates and formats the header lines of a request.
enum RequestHead {
  /// Calls `body` with each header line in the form that libcurl expects.
  ///
  /// Without an `Accept` header, libcurl's own is suppressed. Without `Accept-Encoding`, gzip, brotli and zstd are accepted.
  ///
  /// - Parameters:
  ///   - headers: the headers of the request.
  ///   - body: receives a NUL-terminated line, which is valid only during the call.
  /// - Throws: `policy.header`, before calling `body`.
  static func withLines(_ headers: [Feed.Header], _ body: (UnsafePointer<CChar>) -> Void) throws(TransportFailure) {
    var lines: [UInt8] = []
    lines.reserveCapacity(512)
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
      lines += header.name.utf8
      // For libcurl, "Name:" removes a header, and "Name;" sends one without a value.
      if value.allSatisfy(\.isBlank) {
        lines += ";\0".utf8
      } else {
        lines += ": ".utf8
        lines += value
        lines.append(0)
      }
    }
    if !hasAccept { lines += "Accept:\0".utf8 }
    if !hasCodings { lines += "Accept-Encoding: gzip, br, zstd\0".utf8 }
    lines.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let end = rest.firstIndex(of: 0) {
        UnsafeRawBufferPointer(rebasing: rest[...end]).withMemoryRebound(to: CChar.self) { line in
          if let start = line.baseAddress { body(start) }
        }
        rest = rest[(end + 1)...]
      }
    }
  }

  /// Headers of framing and of the connection, which callers cannot set.
  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]
}
