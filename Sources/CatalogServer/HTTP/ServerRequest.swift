import NIOHTTP1

/// An HTTP request, as far as the site needs it. Content is refused before.
public struct ServerRequest: Sendable {
  let method: String
  /// The path and the query, as sent.
  private(set) var target: String
  private var headers: HTTPHeaders

  /// Creates a request from its head, as parsed.
  init(_ head: HTTPRequestHead) {
    (method, target, headers) = (head.method.rawValue, head.uri, head.headers)
    // Proxies send the whole address, which then names the server (RFC 9112, section 3.2.2).
    guard target.utf8.first != UInt8(ascii: "/"), let match = target.wholeMatch(of: /(?i:http):\/\/([^\/?#]+)(\/.*)/) else { return }
    target = String(match.output.2)
    if headers["host"].count == 1 { headers.replaceOrAdd(name: "host", value: String(match.output.1)) }
  }

  /// Creates a request from a list of header fields.
  public init(_ method: String = "GET", _ target: String, _ headers: [(String, String)] = []) {
    (self.method, self.target, self.headers) = (method, target, HTTPHeaders(headers))
  }

  /// The name and the port of the server, as the client knows it; nil if there is none or several.
  var authority: String? {
    let hosts = headers["host"]
    return hosts.count == 1 ? hosts[0] : nil
  }

  /// Returns the value of a header field, with those of repeated fields joined by commas; nil if there is none.
  func field(_ name: String) -> String? {
    let values = headers[name]
    return values.count > 1 ? values.joined(separator: ", ") : values.first
  }

  var isHead: Bool { method == "HEAD" }

  /// Whether the request comes with content.
  var hasContent: Bool { field("transfer-encoding") != nil || field("content-length").map { $0.trimmed != "0" } == true }
}
