import FeedCore

/// The header lines of a request, checked.
enum RequestHead {
  /// As libcurl takes them: each ends with a NUL.
  ///
  /// - Throws: `policy.header`.
  static func lines(_ headers: [Feed.Header]) throws(HTTPFailure) -> [[CChar]] {
    var lines: [[CChar]] = []
    var names: Set<String> = []
    for header in headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(ASCII.isToken) else {
        throw HTTPFailure("policy.header", "the name of a request header is not a token")
      }
      let name = header.name.lowercased()
      guard !reserved.contains(name) else { throw HTTPFailure("policy.header", "the request header \(name) can not be set") }
      guard let value = Latin1.bytes(header.value), !value.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
        throw HTTPFailure("policy.header", "the request header \(name) has a character that no header can have")
      }
      names.insert(name)
      // Without a value, libcurl takes "Name:" for the wish to leave a header of its own out.
      let isEmpty = value.allSatisfy { $0 == 32 || $0 == 9 }
      lines.append(
        isEmpty ? terminated(Array((header.name + ";").utf8)) : terminated(Array((header.name + ": ").utf8) + value))
    }
    if !names.contains("accept") { lines.append(terminated(Array("Accept:".utf8))) }
    if !names.contains("accept-encoding") { lines.append(terminated(Array("Accept-Encoding: gzip, br, zstd".utf8))) }
    return lines
  }

  private static func terminated(_ bytes: [UInt8]) -> [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]
}
