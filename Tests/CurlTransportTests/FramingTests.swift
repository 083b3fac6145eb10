import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import Testing

@Suite struct FramingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let reply: String
    var testDescription: String { name }
  }

  static let malformed = [
    Case(name: "two Content-Lengths", reply: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x"),
    Case(name: "Content-Length list", reply: "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\n{}x"),
    Case(name: "overflow", reply: "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551618\r\n\r\n{}"),
    Case(name: "negative", reply: "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}"),
    Case(name: "plus", reply: "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}"),
    Case(
      name: "length and coding", reply: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    Case(
      name: "coding and length", reply: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    Case(name: "unknown transfer coding", reply: "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    Case(name: "chunked twice", reply: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Case(name: "chunked in 1.0", reply: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    Case(name: "NUL", reply: "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "bare CR", reply: "HTTP/1.1 200 OK\r\nX-A: a\rb\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "fold", reply: "HTTP/1.1 200 OK\r\nX-A: a\r\n b\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "fold of the first header", reply: "HTTP/1.1 200 OK\r\n X-A: a\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "fold of the first header by a tab", reply: "HTTP/1.1 200 OK\r\n\tX-A: a\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "nothing but a fold", reply: "HTTP/1.1 200 OK\r\n \r\n\r\n{}"),
    Case(name: "space before colon", reply: "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}"),
    Case(name: "no colon", reply: "HTTP/1.1 200 OK\r\nNonsense\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "HTTP/0.9", reply: "{\"a\": 1}"),
    Case(name: "status 2OO", reply: "HTTP/1.1 2OO OK\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "status 20", reply: "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "status 2000", reply: "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "status 099", reply: "HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "version", reply: "HTTP/3.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
    Case(name: "101", reply: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
  ]

  @Test(arguments: malformed) func malformedResponseClosesConnection(_ this: Case) async throws {
    let client = CurlClient()
    let server = try ScriptedServer(scripts: [[.receive, .send(this.reply), .listen], [.receive, .respond(), .listen]])
    defer { server.stop() }
    let failure = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url())) }
    #expect(failure?.reason == .httpFraming, "\(String(describing: failure))")
    #expect(failure?.fields.map(\.name) == ["which"])
    _ = try await client.perform(request(server.url()))
    #expect(server.record.connections == 2)
    await client.shutdown()
  }

  /// The log names the part.
  @Test(
    arguments: [
      ("HTTP/1.1 2OO OK\r\n\r\n{}", "status_line"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", "content_length"),
      ("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}", "content_length"), ("HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n{}", "control"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "length_and_coding"),
      ("HTTP/1.1 200 OK\r\n X-A: a\r\n\r\n{}", "header"), ("{\"a\": 1}", "status_line"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "chunk"),
    ]) func malformedPartIsNamed(_ row: (reply: String, which: String)) async throws
  {
    let failure = try await failure([.receive, .send(row.reply), .listen])
    #expect(failure?.fields == [LogField("which", row.which)], "\(String(describing: failure))")
  }

  @Test(arguments: ["2\r\n{}\r\nzz\r\n", "-2\r\n{}\r\n", "11111111111111111\r\n{}", "2\r\n{}x\r\n0\r\n\r\n"])
  func malformedChunks(_ chunks: String) async throws {
    let failure = try await failure([.receive, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks), .listen])
    #expect(failure?.reason == .httpFraming, "\(String(describing: failure))")
  }

  @Test(arguments: ["", "2", "2\r\n{", "2\r\n{}", "2\r\n{}\r\n", "2\r\n{}\r\n0\r\n"], [false, true])
  func truncatedChunks(_ chunks: String, resets: Bool) async throws {
    var script: [Step] = [.receive, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)]
    if resets { script += [.pause(.milliseconds(50)), .reset] }
    let failure = try await failure(script)
    #expect(failure?.reason == .bodyTruncated, "\(String(describing: failure))")
  }

  /// Bytes between the chunks are not progress.
  @Test(arguments: [("1;", "a"), ("1;\"", "b"), ("", "0")])
  func endlessChunkHeader(_ row: (beginning: String, rest: String)) async throws {
    var limits = HTTPLimits()
    limits.idle = .milliseconds(500)
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + row.beginning
    let rest = Array(String(repeating: row.rest, count: 64 << 10).utf8)
    let failure = try await failure([.receive, .send(head), .sendForever(rest)], limits: limits)
    #expect(["timeout.idle", "http.framing"].contains(failure?.reason.description), "\(String(describing: failure))")
  }

  @Test func chunksInOnePacket() async throws {
    let response = try await exchange([
      .receive, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\n[1\r\n1\r\n]\r\n0\r\nX-Trailer: 1\r\n\r\n"), .listen,
    ])
    #expect(response.body == Array("[1]".utf8))
    #expect(response.value("x-trailer") == nil)
  }

  @Test(arguments: [false, true]) func bodyShorterThanContentLength(resets: Bool) async throws {
    var script: [Step] = [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[1,2")]
    if resets { script += [.pause(.milliseconds(50)), .reset] }
    let failure = try await failure(script)
    #expect(failure?.reason == .bodyTruncated)
    #expect(failure?.wireBytes == 4)
    #expect(failure?.fields == [LogField("got", 4), LogField("want", 10)])
  }

  @Test func bodyUntilConnectionCloses() async throws {
    let response = try await exchange([.receive, .send("HTTP/1.1 200 OK\r\n\r\n[1,")])
    #expect(response.body == Array("[1,".utf8))
  }

  @Test func repeatedContentLength() async throws {
    let response = try await exchange([.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n[]"), .listen])
    #expect(response.body == Array("[]".utf8))
  }

  @Test func closedBeforeAStatusLine() async throws {
    #expect(try await failure([.receive])?.reason == .httpEmpty)
    #expect(try await failure([.receive, .reset])?.reason == .connectReset)
    #expect(try await failure([.receive, .send("HTTP/1.1 200 OK\r\nX-A: b\r\n")])?.reason == .bodyTruncated)
  }

  @Test func closedOnReusedConnection() async throws {
    let client = patientClient()
    let server = try ScriptedServer(scripts: [[.receive, .respond(), .receive], [.receive, .respond(body: Array("[]".utf8)), .listen]])
    defer { server.stop() }
    _ = try await client.perform(request(server.url()))
    let second = try await client.perform(request(server.url()))
    #expect(second.body == Array("[]".utf8))
    #expect(server.record.connections == 2)
    #expect(server.record.heads.count == 3)
    await client.shutdown()
  }

  @Test func interimResponsesAreSkipped() async throws {
    let response = try await exchange([
      .receive, .send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"), .listen,
    ])
    #expect(response.status == 200)
    #expect(response.headers.map(\.name) == ["Content-Length"])
  }

  static let many = (0..<4000).map { "X-\($0): " + String(repeating: "a", count: 1000) + "\r\n" }.joined()

  static let tooMuch: [Case] = [
    Case(name: "4,000 headers", reply: "HTTP/1.1 200 OK\r\n" + many + "\r\n"),
    Case(name: "600 short headers", reply: "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 600) + "\r\n"),
    Case(name: "a line of 2 MB", reply: "HTTP/1.1 200 OK\r\nX-A: " + String(repeating: "a", count: 2 << 20) + "\r\n\r\n"),
    Case(name: "a line of 70 KB", reply: "HTTP/1.1 200 OK\r\nX-A: " + String(repeating: "a", count: 70_000) + "\r\n\r\n"),
    Case(name: "a status line of 2 MB", reply: "HTTP/1.1 200 " + String(repeating: "a", count: 2 << 20) + "\r\n\r\n"),
    Case(
      name: "2,000 interim responses", reply: String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 2000) + "HTTP/1.1 200 OK\r\n\r\n"),
    Case(name: "trailers", reply: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + many + "\r\n"),
  ]

  @Test(arguments: tooMuch) func headersOverLimit(_ this: Case) async throws {
    let failure = try await failure([.receive, .send(this.reply), .listen])
    #expect(failure?.reason == .httpHeaderLimit, "\(String(describing: failure))")
  }

  @Test func endlessHeaders() async throws {
    let failure = try await failure([.receive, .send("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-A: aaaaaaaaaaaaaaaaaaaaa\r\n".utf8))])
    #expect(failure?.reason == .httpHeaderLimit)
  }

  @Test(arguments: [
    "304 Not Modified\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}", "304 Not Modified\r\n\r\n{}",
    "304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "204 No Content\r\nContent-Length: 2\r\n\r\n{}",
    "204 No Content\r\n\r\n{}",
  ]) func unexpectedBody(_ reply: String) async throws {
    let client = CurlClient()
    let server = try ScriptedServer(scripts: [[.receive, .send("HTTP/1.1 " + reply), .listen], [.receive, .respond(), .listen]])
    defer { server.stop() }
    let response = try await client.perform(request(server.url()))
    #expect(response.body.isEmpty)
    #expect(response.oddities == ["a \(response.status) with a body"])
    _ = try await client.perform(request(server.url()))
    #expect(server.record.connections == 2)
    await client.shutdown()
  }

  /// A closed connection is not a body.
  @Test(arguments: ["304 Not Modified\r\nETag: \"a\"", "204 No Content"]) func closingIsNotABody(_ reply: String) async throws {
    for _ in 0..<20 {
      #expect(try await exchange([.receive, .send("HTTP/1.1 \(reply)\r\n\r\n")]).oddities.isEmpty)
    }
  }

  @Test func bare304KeepsConnection() async throws {
    let client = patientClient()
    let server = try ScriptedServer([.receive, .send("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"), .restart])
    defer { server.stop() }
    for _ in 0..<3 {
      let response = try await client.perform(request(server.url()))
      #expect(response.status == 304)
      #expect(response.oddities.isEmpty)
    }
    #expect(server.record.connections == 1)
    await client.shutdown()
  }
}
