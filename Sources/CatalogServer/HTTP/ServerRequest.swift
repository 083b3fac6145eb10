import NIOHTTP1

/// An HTTP request, as far as the site needs it. Content is refused before.
public struct ServerRequest: Sendable {
  let method: String
  /// The path and the query, as sent.
  let target: String
  let fields: Fields

  /// The header fields that matter, with the values of repeated ones joined by commas; nil for those that were not sent.
  struct Fields: Sendable {
    var host: String?
    var accept: String?
    var acceptEncoding: String?
    var ifNoneMatch: String?
    var ifModifiedSince: String?
    var ifRange: String?
    var range: String?
    var contentLength: String?
    var transferEncoding: String?
    fileprivate var hosts = 0

    /// Goes through the fields once: looking for each by its name takes longer than the rest of many answers.
    fileprivate init(_ headers: some Sequence<(name: String, value: String)>) {
      for (name, value) in headers {
        switch name.lowercased() {
        case "host":
          hosts += 1
          Self.add(value, to: &host)
        case "accept": Self.add(value, to: &accept)
        case "accept-encoding": Self.add(value, to: &acceptEncoding)
        case "if-none-match": Self.add(value, to: &ifNoneMatch)
        case "if-modified-since": Self.add(value, to: &ifModifiedSince)
        case "if-range": Self.add(value, to: &ifRange)
        case "range": Self.add(value, to: &range)
        case "content-length": Self.add(value, to: &contentLength)
        case "transfer-encoding": Self.add(value, to: &transferEncoding)
        default: break
        }
      }
    }

    private static func add(_ value: String, to field: inout String?) { field = field.map { "\($0), \(value)" } ?? value }
  }

  /// Creates a request from its head, as parsed.
  init(_ head: HTTPRequestHead) {
    method = head.method.rawValue
    var fields = Fields(head.headers)
    // Proxies send the whole address, which then names the server (RFC 9112, section 3.2.2).
    if head.uri.utf8.first != UInt8(ascii: "/"), let match = head.uri.wholeMatch(of: /(?i:http):\/\/([^\/?#]+)(\/.*)/) {
      target = String(match.output.2)
      if fields.hosts == 1 { fields.host = String(match.output.1) }
    } else {
      target = head.uri
    }
    self.fields = fields
  }

  /// Creates a request from a list of header fields.
  public init(_ method: String = "GET", _ target: String, _ headers: [(String, String)] = []) {
    (self.method, self.target, fields) = (method, target, Fields(headers.map { (name: $0, value: $1) }))
  }

  /// The name and the port of the server, as the client knows it; nil if there is none or several.
  var authority: String? { fields.hosts == 1 ? fields.host : nil }

  /// Returns whether the request is for a path, whatever its query.
  func isFor(_ path: StaticString) -> Bool {
    path.withUTF8Buffer { path in
      let rest = target.utf8.dropFirst(path.count)
      return target.utf8.starts(with: path) && (rest.first.map { $0 == UInt8(ascii: "?") } ?? true)
    }
  }

  var isHead: Bool { method == "HEAD" }

  /// Whether the request comes with content.
  var hasContent: Bool { fields.transferEncoding != nil || fields.contentLength.map { $0.trimmed != "0" } == true }
}
