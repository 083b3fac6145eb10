import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import CatalogServer

/// Answers each request with its target and hosts, and requests that cannot be parsed as Hummingbird does.
private final class Echo: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var text = ""

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): text = "\(head.method) \(head.uri) \(head.headers["host"])\n"
    case .body: text += "content\n"
    case .end: respond(.ok, text, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { respond(.badRequest, "", context) }

  private func respond(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext) {
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "\(text.utf8.count)"])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

/// A socket whose client does not read.
private final class FullSocket: ChannelOutboundHandler {
  typealias OutboundIn = IOData

  private var unsent: [EventLoopPromise<Void>] = []
  private(set) var isClosed = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if let promise { unsent.append(promise) }
    context.write(data, promise: nil)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    isClosed = true
    context.close(mode: mode, promise: promise)
  }

  /// Sends everything.
  func drain() { for promise in unsent { promise.succeed() } }
}

/// A guarded connection, without a network.
private struct Connection {
  let channel: EmbeddedChannel

  /// - Parameter socket: handlers between the connection and the network.
  init(_ socket: [any ChannelHandler] = []) throws {
    let guardian = ConnectionGuard(ConnectionLimits()) { status in
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: ["content-length": "8", "connection": "close"])
      return Refusal(head: head, body: ByteBuffer(string: "refused\n"))
    }
    let decoder = ByteToMessageHandler(RequestDecoder(for: guardian))
    channel = EmbeddedChannel(handlers: socket + [HTTPResponseEncoder(), decoder, guardian, Echo()])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// Sends bytes, and returns the response to them.
  func send(_ text: String) -> String {
    // Answer parser errors as well.
    _ = try? channel.writeInbound(ByteBuffer(string: text))
    var answer = ""
    while let part = try? channel.readOutbound(as: ByteBuffer.self) { answer += String(buffer: part) }
    return answer
  }

  func wait(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
}

private let request = "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n"

/// The status and the content of each response.
private func summary(_ text: String) -> [String] {
  text.matches(of: /HTTP\/1\.1 ([0-9]+)[^{]*?\r\n\r\n([^\n]*\n)?/).map { "\($0.output.1) \(($0.output.2 ?? "").dropLast())" }
}

@Suite struct ConnectionTests {
  @Test func requestsAreAnsweredInTheirOrder() throws {
    let connection = try Connection()
    let answers = summary(connection.send(request + request.replacing("/a", with: "/b")))
    #expect(answers == ["200 GET /a [\"localhost\"]", "200 GET /b [\"localhost\"]"])
    #expect(summary(connection.send(request)).count == 1)
  }

  @Test(
    "The content of a request is never read, and the connection ends after the response",
    arguments: ["Content-Length: 5\r\n\r\nhello", "Content-Length: 99999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"])
  func content(field: String) throws {
    let connection = try Connection()
    let answer = connection.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\(field)")
    #expect(summary(answer) == ["200 GET /a [\"localhost\"]"] && answer.contains("connection: close\r\n"))
    #expect(connection.send(request) == "")
    connection.wait(seconds: 2)
    #expect(!connection.channel.isActive)
  }

  @Test(
    "Requests for another protocol are answered, and so are those after them",
    arguments: [
      "Connection: Upgrade\r\nUpgrade: websocket", "connection: upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
      "Upgrade: h2c\r\nConnection: keep-alive ,\tUpGrade", "Connection: x\r\nUpgrade: a, b\r\nConnection: upgrade", "Upgrade: h2c",
      "Connection: upgrade", "Connection: upgrade\r\nUpgrade:", "Connection: upgraded\r\nUpgrade: h2c",
    ])
  func upgrades(fields: String) throws {
    let first = "GET /up HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n"
    // However the bytes arrive.
    for length in [1, 7, first.utf8.count - 1, first.utf8.count, first.utf8.count + 5, 1_000] {
      let connection = try Connection()
      var rest = (first + request + first + request)[...]
      var answers = ""
      while !rest.isEmpty {
        answers += connection.send(String(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      let (upgrade, other) = ("200 GET /up [\"localhost\"]", "200 GET /a [\"localhost\"]")
      #expect(summary(answers) == [upgrade, other, upgrade, other], "\(length)")
    }
  }

  @Test func tunnelsAreRefused() throws {
    let connection = try Connection()
    let answer = connection.send("CONNECT example.edu:443 HTTP/1.1\r\nHost: localhost\r\n\r\n" + request)
    #expect(summary(answer) == ["200 CONNECT * [\"localhost\"]"] && answer.contains("connection: close\r\n"))
  }

  @Test("Requests before one that cannot be parsed are answered; it is the last one", arguments: [("nonsense\r\n\r\n", 400)])
  func malformed(text: String, status: Int) throws {
    let connection = try Connection()
    #expect(summary(connection.send(request + text)) == ["200 GET /a [\"localhost\"]", "\(status) refused"])
    #expect(connection.send(request) == "")
  }

  @Test(
    "A proxy sends the whole address",
    arguments: [
      ("http://example.edu/b?c", "/b?c [\"example.edu\"]"), ("HTTP://example.edu:80/", "/ [\"example.edu:80\"]"),
      ("http://example.edu", "/ [\"example.edu\"]"), ("http://example.edu?c", "/?c [\"example.edu\"]"),
      ("ftp://example.edu/", "* [\"localhost\"]"), ("http://", "* [\"localhost\"]"),
    ])
  func absoluteTargets(target: String, resolved: String) throws {
    #expect(summary(try Connection().send(request.replacing("/a", with: target))) == ["200 GET \(resolved)"])
  }

  @Test("A connection is closed if a request is not complete in time, however slowly it arrives")
  func slowRequests() throws {
    let connection = try Connection()
    for byte in request.prefix(10) {
      #expect(connection.channel.isActive)
      _ = connection.send(String(byte))
      connection.wait(seconds: 1)
    }
    #expect(!connection.channel.isActive)
  }

  @Test func idleConnectionsAreClosed() throws {
    let connection = try Connection()
    connection.wait(seconds: 9)
    #expect(connection.send(request) != "")
    connection.wait(seconds: 9)
    #expect(connection.channel.isActive)
    connection.wait(seconds: 6)
    #expect(!connection.channel.isActive)
  }

  @Test("A client that has closed its side receives the whole response before the connection ends")
  func halfClosed() throws {
    let socket = FullSocket()
    let connection = try Connection([socket])
    #expect(connection.send(request) != "")
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    connection.channel.close(mode: .output, promise: nil)
    #expect(!socket.isClosed)
    socket.drain()
    #expect(socket.isClosed && !connection.channel.isActive)
  }

  @Test("When the server stops, a request in flight is answered, and the connection ends")
  func stopping() throws {
    let (busy, idle) = (try Connection(), try Connection())
    for connection in [busy, idle] { connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    #expect(busy.send(request).contains("connection: close\r\n"))
    #expect(idle.channel.isActive)
    for connection in [busy, idle] {
      connection.wait(seconds: 2)
      #expect(!connection.channel.isActive)
    }
  }
}
