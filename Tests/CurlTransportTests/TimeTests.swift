import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import Testing

@Suite struct TimeTests {
  /// Only these tests run on its thread.
  private static let client = CurlClient()

  /// Returns the reason of a failure that must not come before `limit`. (How late it comes depends on how busy the machine is.)
  private func failure(
    _ url: String, _ limits: HTTPLimits, after limit: Duration, remaining: Duration? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> String? {
    var request = try request(url, limits: limits)
    request.remaining = remaining
    let start = ContinuousClock.now
    let failure = await #expect(throws: TransportFailure.self, sourceLocation: location) { try await Self.client.perform(request) }
    // libcurl counts milliseconds, starting before it connects.
    #expect(ContinuousClock.now - start >= limit - .milliseconds(50), sourceLocation: location)
    return failure?.reason.description
  }

  /// The failure of a request with enough time.
  private func reason(_ url: String) async throws -> String? {
    let request = try request(url, limits: HTTPLimits())
    return await #expect(throws: TransportFailure.self) { try await Self.client.perform(request) }?.reason.description
  }

  /// The reason of the failure when one limit is short and all others are long.
  private func failure(_ script: [Step], _ path: WritableKeyPath<HTTPLimits, Duration>, _ limit: Duration) async throws -> String? {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    return try await failure(server.url(), Self.limits(path, limit), after: limit)
  }

  private static func limits(_ path: WritableKeyPath<HTTPLimits, Duration>, _ limit: Duration) -> HTTPLimits {
    var limits = patient
    limits[keyPath: path] = limit
    return limits
  }

  @Test func connectionRefused() async throws {
    // No other test can listen at a reserved port.
    let port = try ReservedPort()
    #expect(try await reason(port.url()) == "connect.refused")
    withExtendedLifetime(port) {}
  }

  @Test func noReplyToFirstPacket() async throws {
    let server = try FullBacklog()
    #expect(
      try await failure("http://127.0.0.1:\(server.port)/", Self.limits(\.connect, .milliseconds(500)), after: .milliseconds(500))
        == "timeout.connect")
    withExtendedLifetime(server) {}
  }

  @Test func acceptsAndNeverAnswers() async throws {
    #expect(try await failure([.listen], \.firstByte, .milliseconds(200)) == "timeout.first_byte")
  }

  @Test func stalledHandshake() async throws {
    let server = try ScriptedServer([.listen])
    defer { server.stop() }
    #expect(
      try await failure("https://127.0.0.1:\(server.port)/", Self.limits(\.connect, .milliseconds(500)), after: .milliseconds(500))
        == "timeout.connect")
  }

  @Test(arguments: [[Step.pause(.milliseconds(20)), .reset], [.pause(.milliseconds(20))]])
  func brokenHandshake(_ script: [Step]) async throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    #expect(try await reason("https://127.0.0.1:\(server.port)/") == "connect.reset")
  }

  @Test func serverWithoutTLS() async throws {
    let server = try ScriptedServer([.send("HTTP/1.1 400 Bad\r\n\r\n"), .listen])
    defer { server.stop() }
    #expect(try await reason("https://127.0.0.1:\(server.port)/") == "tls.failed")
  }

  @Test func pauseAfterMostOfBody() async throws {
    let reply = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "1", count: 90)
    #expect(try await failure([.receive, .send(reply), .listen], \.idle, .milliseconds(200)) == "timeout.idle")
  }

  @Test func limitsAreIndependent() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
    #expect(try await failure([.receive, .send(head), .listen], \.idle, .milliseconds(200)) == "timeout.idle")
    #expect(try await failure([.receive, .listen], \.firstByte, .milliseconds(200)) == "timeout.first_byte")
  }

  /// Until the first line is complete, both the limit for the first byte and that for a pause apply.
  @Test(arguments: ["HTTP/1.1 20", "HTTP/1.1 200 OK\r\nX-A"]) func pauseInHead(_ beginning: String) async throws {
    let server = try ScriptedServer([.receive, .send(beginning), .listen])
    defer { server.stop() }
    var limits = Self.limits(\.idle, .seconds(2))
    limits.firstByte = .seconds(2)
    #expect(try await failure(server.url(), limits, after: .seconds(2)) == "timeout.idle")
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", ""]) func slowBody(_ beginning: String) async throws {
    let text =
      beginning.isEmpty ? "HTTP/1.1 200 OK\r\nX-Long-Name: a value\r\nX-Other: an other value\r\n" : String(repeating: " ", count: 1000)
    let script: [Step] = [.receive, .send(beginning), .drip(Array(text.utf8), every: .milliseconds(50)), .listen]
    #expect(try await failure(script, \.attempt, .milliseconds(700)) == "timeout.total")
  }

  @Test func bodyOfOneByteASecond() async throws {
    let script: [Step] = [
      .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .drip(Array(repeating: 32, count: 9), every: .seconds(1)),
    ]
    #expect(try await failure(script, \.idle, .milliseconds(200)) == "timeout.idle")
  }

  @Test func remainingTime() async throws {
    let server = try ScriptedServer([.listen])
    defer { server.stop() }
    #expect(try await failure(server.url(), HTTPLimits(), after: .milliseconds(150), remaining: .milliseconds(150)) == "timeout.total")
    #expect(try await failure(server.url(), HTTPLimits(), after: .zero, remaining: .milliseconds(-5)) == "timeout.total")
  }

  /// A busy machine must not be mistaken for an unresponsive server.
  private static let patient: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.connect, limits.firstByte, limits.attempt, limits.idle) = (.seconds(600), .seconds(600), .seconds(600), .seconds(600))
    return limits
  }()

  @Test func cancelledTaskEndsExchange() async throws {
    let server = try ScriptedServer([.receive, .listen])
    defer { server.stop() }
    let task = Task { try await Self.client.perform(request(server.url(), limits: Self.patient)) }
    await server.wait { $0.heads.count == 1 }
    task.cancel()
    let result = await task.result
    #expect(throws: TransportFailure(.cancelled, "the exchange was canceled")) { try result.get() }
    await server.wait { $0.closed == 1 }
    #expect(server.record.closed == 1)
  }

  @Test func shutdownEndsExchanges() async throws {
    let client = CurlClient()
    let server = try ScriptedServer([.receive, .listen])
    defer { server.stop() }
    let tasks = (0..<3).map { _ in Task { try await client.perform(request(server.url(), limits: Self.patient)) } }
    await server.wait { $0.heads.count == 1 }
    await client.shutdown()
    for task in tasks {
      let failure = await #expect(throws: TransportFailure.self) { try await task.value }
      #expect(failure?.reason == .cancelled)
    }
    let late = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url())) }
    #expect(late?.reason == .cancelled)
    await client.shutdown()
  }

  @Test func unknownHost() async throws {
    let failure = await #expect(throws: TransportFailure.self) {
      try await sharedClient.perform(request("http://name.invalid/", limits: HTTPLimits()))
    }
    #expect(failure?.reason == .dnsFailed || failure?.reason == .dnsTimeout)
  }
}
