import CampusCatalog
import Fetching
import FeedKit
import ScriptedServer
import Testing

/// Bytes that follow a complete response on a connection that stays open belong to no request.
@Suite struct LeftoverTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ rest: [UInt8] = []) {
      self.name = name
      bytes = Array(text.utf8) + rest
    }
  }

  /// Complete responses of every framing that leaves a connection open.
  static let complete = [
    Case("length", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]"),
    Case("no body", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    Case("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n"),
    Case("gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(zipped.count)\r\n\r\n", zipped),
    Case("204", "HTTP/1.1 204 No Content\r\n\r\n"),
    Case("304", "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"),
    Case("404", "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\n[1]"),
  ]
  private static let zipped = Gzip.stream(Array("[1]".utf8))

  static let other = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n[wrong]"

  static let extra = [
    Case("a line break", "\r\n"), Case("a line feed", "\n"), Case("a NUL", "\0"), Case("half a response", "HTTP/1.1 200 O"),
    Case("a response", other), Case("a response without a body", "HTTP/1.1 304 Not Modified\r\n\r\n"),
    Case("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n[wrong]\r\n0\r\n\r\n"),
  ]

  private static let right: Step = .respond(body: Array("[2]".utf8))

  /// Sends requests to a server that answers one request and then sends more.
  ///
  /// - Parameter steps: the steps of the first connection after its first response; the second connection answers.
  private func second(after steps: [Step], sending bytes: Int, on client: CurlClient = patientClient()) async throws {
    let server = try ScriptedServer(scripts: [[.receive] + steps, [.receive, Self.right, .restart]])
    defer { server.stop() }
    _ = try await client.perform(request(server.url("/first")))
    server.resume()
    await server.wait { $0.sent >= bytes }
    let response = try await client.perform(request(server.url("/second")))
    #expect(response.body == Array("[2]".utf8))
    #expect(server.record.connections == 2)
    #expect(server.record.heads.count == 2, "no request is sent on the connection with leftovers")
    await client.shutdown()
  }

  @Test(arguments: complete, extra) func leftoversBeforeNextRequest(_ first: Case, _ extra: Case) async throws {
    let steps: [Step] = [.send(first.bytes), .hold, .send(extra.bytes), .listen]
    try await second(after: steps, sending: first.bytes.count + extra.bytes.count)
  }

  /// In one packet with the response: libcurl reads them without reporting it.
  @Test(arguments: complete, extra) func leftoversWithResponse(_ first: Case, _ extra: Case) async throws {
    let client = patientClient()
    let server = try ScriptedServer(
      scripts: [[.receive, .send(first.bytes + extra.bytes), .receive, Self.right, .listen], [.receive, Self.right, .restart]])
    defer { server.stop() }
    _ = try await client.perform(request(server.url("/first")))
    let response = try await client.perform(request(server.url("/second")))
    #expect(response.body == Array("[2]".utf8))
    await client.shutdown()
  }

  /// Bytes after the next request that are not a response fail once: the request is sent again on a new connection.
  @Test(arguments: complete) func leftoversAfterNextRequest(_ first: Case) async throws {
    let client = patientClient()
    let server = try ScriptedServer(
      scripts: [[.receive, .send(first.bytes), .receive, .send("\r\n"), Self.right, .listen], [.receive, Self.right, .restart]])
    defer { server.stop() }
    _ = try await client.perform(request(server.url("/first")))
    let response = try await client.perform(request(server.url("/second")))
    #expect(response.body == Array("[2]".utf8))
    #expect(
      server.record.heads.map { $0.prefix { !$0.isNewline } } == ["GET /first HTTP/1.1", "GET /second HTTP/1.1", "GET /second HTTP/1.1"])
    await client.shutdown()
  }

  /// An extra response and then the requested one: they cannot be told apart.
  @Test(
    arguments: [
      other, "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n",
      "HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}",
    ])
  func twoResponsesToNextRequest(_ extra: String) async throws {
    let client = patientClient()
    let both = Array(extra.utf8) + Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[2]".utf8)
    let server = try ScriptedServer(scripts: [[.receive, .respond(), .receive, .send(both), .listen], [.receive, Self.right, .restart]])
    defer { server.stop() }
    _ = try await client.perform(request(server.url("/first")))
    let response = try await client.perform(request(server.url("/second")))
    #expect(response.status == 200)
    #expect(response.body == Array("[2]".utf8))
    #expect(response.oddities.isEmpty)
    #expect(server.record.connections == 2)
    await client.shutdown()
  }

  /// A server that never answers properly gets one more request, not several.
  @Test func secondFailureIsReported() async throws {
    let client = patientClient()
    let server = try ScriptedServer(
      scripts: [[.receive, .respond(), .receive, .send("nonsense\r\n\r\n"), .listen], [.receive, .send("nonsense\r\n\r\n"), .listen]])
    defer { server.stop() }
    _ = try await client.perform(request(server.url()))
    let failure = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url())) }
    #expect(failure?.reason == .httpFraming)
    #expect(server.record.connections == 2)
    #expect(server.record.heads.count == 3)
    await client.shutdown()
  }

  /// A new connection has no leftovers.
  @Test func failureOnNewConnectionIsReported() async throws {
    let client = patientClient()
    let server = try ScriptedServer([.receive, .send("nonsense\r\n\r\n"), .listen])
    defer { server.stop() }
    let failure = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url())) }
    #expect(failure?.reason == .httpFraming)
    #expect(server.record.heads.count == 1)
    await client.shutdown()
  }

  /// The second try has the remaining time of the first, not a full one.
  @Test func bothTriesShareOneTimeLimit() async throws {
    var limits = HTTPLimits()
    limits.attempt = .milliseconds(600)
    limits.firstByte = .seconds(60)
    let client = patientClient()
    let server = try ScriptedServer(
      scripts: [
        [.receive, .respond(), .receive, .pause(.milliseconds(400)), .send("nonsense\r\n\r\n"), .listen],
        // In time for a separate attempt, and too late for the rest of the first.
        [.receive, .pause(.milliseconds(400)), .respond(), .listen],
      ])
    defer { server.stop() }
    _ = try await client.perform(request(server.url()))
    let failure = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url(), limits: limits)) }
    #expect(failure?.reason == .timeoutTotal, "\(String(describing: failure))")
    await client.shutdown()
  }

  /// Four feeds of one server that sends more after each of its responses, one request at a time.
  @Test(arguments: ["\r\n", other]) func serverThatAlwaysSendsLeftovers(_ extra: String) async throws {
    let client = patientClient()
    let server = try ScriptedServer([
      .receive, .answer { head in Self.named(head) }, .hold, .send(extra), .receive,
      .answer { head in Self.named(head) },
      .listen,
    ])
    defer { server.stop() }
    for number in 1...4 {
      let sent = server.record.sent
      let response = try await client.perform(request(server.url("/\(number)")))
      #expect(String(decoding: response.body, as: UTF8.self) == "/\(number)")
      server.resume()
      // The next request is sent after it has sent everything.
      let length = response.body.count + Self.named("GET / HTTP").count - 1
      await server.wait { $0.sent >= sent + length + extra.utf8.count }
    }
    #expect(server.record.heads.count == 4)
    await client.shutdown()
  }

  /// A response that has the path of its request for a body.
  private static func named(_ head: String) -> [UInt8] {
    let path = head.split(separator: " ").dropFirst().first ?? ""
    return Array("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)".utf8)
  }

  /// A connection without leftovers is reused, whatever the framing of its responses.
  @Test(arguments: complete) func cleanConnectionIsReused(_ response: Case) async throws {
    let client = patientClient()
    let server = try ScriptedServer([.receive, .send(response.bytes), .restart])
    defer { server.stop() }
    for _ in 0..<5 {
      let answer = try await client.perform(request(server.url()))
      #expect(answer.oddities.isEmpty)
    }
    #expect(server.record.connections == 1)
    await client.shutdown()
  }
}
