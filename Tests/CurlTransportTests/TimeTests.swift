import CurlTransport
import FeedCore
import ScriptedServer
import Testing

@Suite struct TimeTests {
  /// Nothing but these tests is on its thread.
  private static let client = CurlClient(CurlOptions(connectionsPerHost: 8))

  /// The failure, which must come at its time: at most 250 ms late, not counting what the machine itself is late with when other
  /// tests keep it busy.
  private func failure(
    _ url: String, _ limits: HTTPLimits, after limit: Duration, remaining: Duration? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> String? {
    var request = try request(url, limits: limits)
    request.remaining = remaining
    var told: [String] = []
    for _ in 0..<4 {
      let control = Task { await Self.lateness() }
      let start = ContinuousClock.now
      let failure = await #expect(throws: HTTPFailure.self, sourceLocation: location) { try await Self.client.perform(request) }
      let time = ContinuousClock.now - start
      control.cancel()
      let lateness = await control.value
      if time >= limit - .milliseconds(50), time <= limit + .milliseconds(250) + lateness * 4 { return failure?.reason }
      told.append("\(time), with the machine \(lateness) late")
    }
    Issue.record("never at its time: \(told)", sourceLocation: location)
    return nil
  }

  /// By how much the wake-ups of this process were late, at worst, until the task is cancelled.
  private static func lateness() async -> Duration {
    var worst = Duration.zero
    while !Task.isCancelled {
      let start = ContinuousClock.now
      try? await Task.sleep(for: .milliseconds(5))
      worst = max(worst, ContinuousClock.now - start - .milliseconds(5))
    }
    return worst
  }

  /// The failure of a request that has time enough.
  private func reason(_ url: String) async throws -> String? {
    let request = try request(url, limits: HTTPLimits())
    return await #expect(throws: HTTPFailure.self) { try await Self.client.perform(request) }?.reason
  }

  private func failure(_ script: [Step], _ limits: HTTPLimits = shortLimits, after limit: Duration) async throws -> String? {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    return try await failure(server.url(), limits, after: limit)
  }

  @Test func nobodyListens() async throws {
    let server = try ScriptedServer([])
    server.stop()
    await server.waitForEnd()
    #expect(try await reason(server.url()) == "connect.refused")
  }

  @Test func noAnswerToTheFirstPacket() async throws {
    let server = try FullBacklog()
    #expect(try await failure("http://127.0.0.1:\(server.port)/", shortLimits, after: shortLimits.connect) == "timeout.connect")
    withExtendedLifetime(server) {}
  }

  @Test func acceptsAndNeverAnswers() async throws {
    #expect(try await failure([.listen], after: .milliseconds(200)) == "timeout.first_byte")
  }

  @Test func aHandshakeThatStalls() async throws {
    let server = try ScriptedServer([.listen])
    defer { server.stop() }
    #expect(
      try await failure("https://127.0.0.1:\(server.port)/", shortLimits, after: shortLimits.connect) == "timeout.connect")
  }

  @Test(arguments: [[Step.pause(.milliseconds(20)), .reset], [.pause(.milliseconds(20))]])
  func aHandshakeThatIsBroken(_ script: [Step]) async throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    #expect(try await reason("https://127.0.0.1:\(server.port)/") == "connect.reset")
  }

  @Test func aServerWithoutTLS() async throws {
    let server = try ScriptedServer([.send("HTTP/1.1 400 Bad\r\n\r\n"), .listen])
    defer { server.stop() }
    #expect(try await reason("https://127.0.0.1:\(server.port)/") == "tls.failed")
  }

  @Test func aPauseAfterMostOfTheBody() async throws {
    let reply = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "1", count: 90)
    #expect(try await failure([.receive, .send(reply), .listen], after: .milliseconds(200)) == "timeout.idle")
  }

  @Test func theLimitsAreEachTheirOwn() async throws {
    var limits = HTTPLimits()
    limits.idle = .milliseconds(200)
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
    #expect(try await failure([.receive, .send(head), .listen], limits, after: .milliseconds(200)) == "timeout.idle")
    limits = HTTPLimits()
    limits.firstByte = .milliseconds(200)
    #expect(try await failure([.receive, .listen], limits, after: .milliseconds(200)) == "timeout.first_byte")
    #expect(
      try await exchange([.receive, .send(head), .pause(.milliseconds(250)), .send(String(repeating: "1", count: 100))], limits: limits)
        .status == 200)
  }

  @Test func aPauseInTheHead() async throws {
    #expect(try await failure([.receive, .send("HTTP/1.1 20"), .listen], after: .milliseconds(200)) == "timeout.idle")
    #expect(try await failure([.receive, .send("HTTP/1.1 200 OK\r\nX-A"), .listen], after: .milliseconds(200)) == "timeout.idle")
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", ""]) func aDrip(_ beginning: String) async throws {
    var limits = shortLimits
    limits.attempt = .milliseconds(700)
    let text =
      beginning.isEmpty ? "HTTP/1.1 200 OK\r\nX-Long-Name: a value\r\nX-Other: an other value\r\n" : String(repeating: " ", count: 1000)
    let script: [Step] = [.receive, .send(beginning), .drip(Array(text.utf8), every: .milliseconds(50)), .listen]
    #expect(try await failure(script, limits, after: .milliseconds(700)) == "timeout.total")
  }

  @Test func aDripOfOneByteASecond() async throws {
    let script: [Step] = [
      .receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .drip(Array(repeating: 32, count: 9), every: .seconds(1)),
    ]
    #expect(try await failure(script, after: .milliseconds(200)) == "timeout.idle")
  }

  @Test func theTimeThatRemains() async throws {
    let server = try ScriptedServer([.listen])
    defer { server.stop() }
    #expect(try await failure(server.url(), HTTPLimits(), after: .milliseconds(150), remaining: .milliseconds(150)) == "timeout.total")
    #expect(try await failure(server.url(), HTTPLimits(), after: .zero, remaining: .milliseconds(-5)) == "timeout.total")
  }

  /// A machine that is busy must not be mistaken for a server that does not answer.
  private static let patient: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.connect, limits.firstByte, limits.attempt, limits.idle) = (.seconds(600), .seconds(600), .seconds(600), .seconds(600))
    return limits
  }()

  @Test func theTimeThatRemainsWhileWaitingForTheHost() async throws {
    let client = CurlClient()
    let server = try ScriptedServer([.listen])
    defer { server.stop() }
    let first = Task { try await client.perform(request(server.url(), limits: Self.patient)) }
    await server.wait { $0.connections == 1 }
    var second = try request(server.url(), limits: Self.patient)
    second.remaining = .milliseconds(100)
    let failure = await #expect(throws: HTTPFailure.self) { try await client.perform(second) }
    #expect(failure?.reason == "timeout.total")
    #expect(server.record.connections == 1)
    first.cancel()
    let result = await first.result
    #expect(throws: HTTPFailure("cancelled", "the exchange was cancelled"), "it was still under way") { try result.get() }
    await client.shutdown()
  }

  @Test func aCancelledTaskEndsItsExchange() async throws {
    let server = try ScriptedServer([.receive, .listen])
    defer { server.stop() }
    let task = Task { try await Self.client.perform(request(server.url(), limits: Self.patient)) }
    await server.wait { $0.heads.count == 1 }
    task.cancel()
    let result = await task.result
    #expect(throws: HTTPFailure("cancelled", "the exchange was cancelled")) { try result.get() }
    await server.wait { $0.ended == 1 }
    #expect(server.record.ended == 1)
  }

  @Test func theEndOfTheClientEndsWhatIsUnderWay() async throws {
    let client = CurlClient()
    let server = try ScriptedServer([.receive, .listen])
    defer { server.stop() }
    let tasks = (0..<3).map { _ in Task { try await client.perform(request(server.url(), limits: Self.patient)) } }
    await server.wait { $0.heads.count == 1 }
    await client.shutdown()
    for task in tasks {
      let failure = await #expect(throws: HTTPFailure.self) { try await task.value }
      #expect(failure?.reason == "cancelled")
    }
    let late = await #expect(throws: HTTPFailure.self) { try await client.perform(request(server.url())) }
    #expect(late?.reason == "cancelled")
    await client.shutdown()
  }

  @Test func anUnknownHost() async throws {
    let failure = await #expect(throws: HTTPFailure.self) {
      try await sharedClient.perform(request("http://name.invalid/", limits: HTTPLimits()))
    }
    #expect(failure?.reason == "dns.failed" || failure?.reason == "dns.timeout")
  }
}
