import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import SimdJSON

@testable import CatalogServer

/// The bytes of a connection to the server: they are the same requests in whatever pieces they arrive, and each request has a valid answer, which
/// is the same when it is asked again.
enum RequestsTarget {
  static func check(_ bytes: [UInt8]) throws {
    let connection = try Connection(bytes, pieces: .max)
    for size in [1, 7] {
      let other = try Connection(bytes, pieces: size)
      try require(other.heads == connection.heads, "pieces of \(size) are \(other.heads) instead of \(connection.heads)")
      try require(other.sent == connection.sent, "pieces of \(size) are answered otherwise: \(other.sent) instead of \(connection.sent)")
    }
    let site = try FuzzSite.ready()
    // Few inputs have more; each is answered several times.
    for head in connection.heads.prefix(4) {
      if let request = request(head) { try check(request, site) }
    }
  }

  // MARK: - Answers

  private static func check(_ request: HTTPRequest, _ site: FuzzSite) throws {
    let response = try site.response(to: request)
    let name = "\(request.method) \(request.path ?? "") \(request.headerFields)"
    try require((200..<500).contains(response.status), "\(name) is answered with \(response.status): \(response.text)")
    for field in response.fields {
      let isPlain = field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      try require(isPlain, "\(name) is answered with control characters in \(field.name): \(field.value.debugDescription)")
    }
    try checkContent(of: response, to: request, name)
    // The times of requests are measured.
    if request.path?.contains("metrics") == true { return }
    let again = try site.response(to: request)
    try require(again == response, "\(name) is answered otherwise the second time: \(response.fields) became \(again.fields)")
    guard request.method == .get else { return }
    try checkPart(response, of: request, site, name)
    var other = request
    other.method = .head
    let head = try site.response(to: other)
    try require(head.body.isEmpty, "HEAD instead of \(name) has content")
    if request.headerFields[.range] == nil {
      try require(head.status == response.status, "HEAD instead of \(name) is answered with \(head.status) instead of \(response.status)")
      try require(head.fields[.eTag] == response.fields[.eTag], "HEAD instead of \(name) has another tag")
    }
  }

  private static func checkContent(of response: FuzzSite.Response, to request: HTTPRequest, _ name: String) throws {
    if request.method == .head || [204, 304].contains(response.status) {
      return try require(response.body.isEmpty, "\(name) is answered with \(response.status) and content")
    }
    if response.fields[.contentEncoding] != nil || response.status == 206 { return }
    let type = response.fields[.contentType] ?? ""
    if type.hasPrefix("application/"), type.contains("json") {
      let document: JSONDocument
      do { document = try JSONDocument(parsing: response.body) } catch {
        // NDJSON is a document only if it has one line.
        return try require(type.contains("ndjson"), "\(name) is answered with invalid JSON, \(error): \(response.text)")
      }
      let isProblem = type == "application/problem+json"
      try require(isProblem == (response.status >= 400), "\(name) is answered with \(response.status) and \(type)")
      if isProblem {
        try require(document.root["status"]?.integer == Int64(response.status), "\(name) has another status: \(response.text)")
      }
    }
    if type.hasPrefix("text/html") {
      // Inputs with these texts try to add elements and attributes.
      for markup in ["<fuzz", "\"\"fuzz"] {
        try require(!response.text.contains(markup), "\(name) is answered with a page that contains \(markup)")
      }
    }
  }

  /// Checks that a part of a document has the bytes of the document.
  private static func checkPart(_ response: FuzzSite.Response, of request: HTTPRequest, _ site: FuzzSite, _ name: String) throws {
    guard response.status == 206 else { return }
    var request = request
    request.headerFields[.range] = nil
    request.headerFields[.acceptEncoding] = nil
    let whole = try site.response(to: request)
    guard let match = response.fields[.contentRange]?.wholeMatch(of: /bytes ([0-9]+)-([0-9]+)\/([0-9]+)/), let first = Int(match.output.1),
      let last = Int(match.output.2), first <= last, last < whole.body.count, Int(match.output.3) == whole.body.count
    else { throw BrokenProperty("\(name) has the range \(response.fields[.contentRange] ?? "")") }
    try require(response.body == Array(whole.body[first...last]), "\(name) has other bytes than the document")
  }

  // MARK: - Requests

  /// Returns a request as Hummingbird makes it; nil for one that it refuses.
  private static func request(_ head: HTTPRequestHead) -> HTTPRequest? {
    guard let method = HTTPRequest.Method(head.method.rawValue) else { return nil }
    var request = HTTPRequest(method: method, scheme: "http", authority: nil, path: head.uri)
    for (name, value) in head.headers {
      guard let name = HTTPField.Name(name) else { continue }
      if name.canonicalName == "host", request.authority == nil {
        request.authority = value
      } else {
        request.headerFields.append(HTTPField(name: name, value: value))
      }
    }
    return request
  }

  /// A connection that receives bytes in pieces.
  private struct Connection {
    let heads: [HTTPRequestHead]
    /// What the client received.
    let sent: String

    init(_ bytes: [UInt8], pieces size: Int) throws {
      let guardian = ConnectionGuard(ConnectionLimits()) { status in
        let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: ["connection": "close"])
        return Refusal(head: head, body: ByteBuffer(string: "refused"))
      }
      let recorder = Recorder()
      let decoder = ByteToMessageHandler(RequestDecoder(for: guardian))
      let channel = EmbeddedChannel(handlers: [HTTPResponseEncoder(), decoder, guardian, recorder])
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      var rest = bytes[...]
      while !rest.isEmpty {
        // Requests that cannot be parsed are answered, too.
        _ = try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      var sent = ""
      while let part = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: part) }
      _ = try? channel.finish(acceptAlreadyClosed: true)
      (heads, self.sent) = (recorder.heads, sent)
    }
  }

  /// Records requests, and answers them at once, as Hummingbird would.
  private final class Recorder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private(set) var heads: [HTTPRequestHead] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): heads.append(head)
      case .body: break
      case .end: respond(.ok, context)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { respond(.badRequest, context) }

    private func respond(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "0"])
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
