import CampusCatalog
import Dispatch
import FeedKit
import Fetching
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

  static let extra = [Case("a line break", "\r\n"), Case("half a response", "HTTP/1.1 200 O"), Case("a response", other)]

  private static let right: Step = .respond(body: Array("[2]".utf8))

  /// The server sends more after its first response: the next request goes to a new connection.
  @Test(arguments: complete, extra) func leftoversBeforeNextRequest(_ first: Case, _ extra: Case) async throws {
    let server = try ScriptedServer(
      scripts: [[.receive, .send(first.bytes), .hold, .send(extra.bytes), .listen], [.receive, Self.right, .restart]])
    defer { server.stop() }
    let client = patientClient()
    _ = try await client.perform(request(server.url("/first")))
    server.resume()
    await server.wait { $0.sent >= first.bytes.count + extra.bytes.count }
    let response = try await client.perform(request(server.url("/second")))
    #expect(response.body == Array("[2]".utf8))
    #expect(server.record.connections == 2)
    #expect(server.record.heads.count == 2, "no request is sent on the connection with leftovers")
    await client.shutdown()
  }

  /// Bytes in the same packet as the response: libcurl drops them.
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

  /// The first of two idle connections is closed instead of an answer, and the server has sent more on the second: libcurl resends the
  /// request by itself, but not there.
  @Test(.timeLimit(.minutes(15)), arguments: complete.dropLast(4), extra)
  func leftoversBeforeResending(_ first: Case, _ extra: Case) async throws {
    let (secondIsDone, thirdHasCome, moreIsSent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slowAnswer = Step.answer { _ in
      secondIsDone.wait()
      return first.bytes
    }
    let noAnswer = Step.answer { _ in
      thirdHasCome.signal()
      moreIsSent.wait()
      return []
    }
    let more = Step.answer { _ in
      thirdHasCome.wait()
      return extra.bytes
    }
    let second: [Step] = [.receive, .send(first.bytes), more, .listen]
    let server = try ScriptedServer(scripts: [[.receive, slowAnswer, .receive, noAnswer], second, [.receive, Self.right, .restart]])
    defer { server.stop() }
    let client = patientClient()
    let target = try request(server.url())
    async let slow = client.perform(target)
    await server.wait { $0.heads.count == 1 }
    _ = try await client.perform(target)
    secondIsDone.signal()
    _ = try await slow
    async let answer = client.perform(target)
    await server.wait { $0.sent >= 2 * first.bytes.count + extra.bytes.count }
    moreIsSent.signal()
    #expect(try await answer.body == Array("[2]".utf8))
    #expect(server.record.connections == 3)
    await client.shutdown()
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
