import Basics
import FeedKit
import Fetching
import ScriptedServer
import Testing

@Suite struct ClientTests {
  @Test func responseIsComplete() async throws {
    let server = try ScriptedServer([
      .receive, .respond(#"201 Made"#, ["ETag: \"caf\u{e9}\"", "X-A:  b \t"], body: Array("[1]".utf8)), .restart,
    ])
    defer { server.stop() }
    let response = try await sharedClient.perform(request(server.url("/a?b=c#d"), [Feed.Header("Accept", "application/json")]))
    #expect(response.status == 201)
    #expect(response.body == Array("[1]".utf8))
    #expect(response.body.capacity >= response.body.count + 64)
    #expect(response.wireBytes == 3)
    #expect(response.value("x-a") == "b")
    #expect(response.oddities.isEmpty)
    let head = try #require(server.record.heads.first)
    #expect(head.hasPrefix("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
    #expect(head.contains("\r\nAccept-Encoding: gzip, br, zstd"))
    #expect(head.contains("\r\nAccept: application/json"))
    for name in ["User-Agent", "Referer", "Cookie", "Expect"] { #expect(!head.contains(name)) }
  }

  @Test func senderIsNotifiedWhenRequestIsSent() async throws {
    let server = try ScriptedServer([.receive, .respond(), .restart])
    let sent = Guarded(0)
    var notifying = try request(server.url())
    notifying.willSend = {
      #expect(server.record.heads.count == sent.withLock { $0 })
      sent.withLock { $0 += 1 }
    }
    for number in 1...3 {
      _ = try await sharedClient.perform(notifying)
      #expect(sent.withLock { $0 } == number)
    }
    server.stop()
    // Without a connection, nothing is sent. (Another server may have the port of a stopped one.)
    let client = patientClient()
    var refused = try request("http://127.0.0.1:1/")
    refused.willSend = notifying.willSend
    await #expect(throws: TransportFailure.self) { try await client.perform(refused) }
    #expect(sent.withLock { $0 } == 3)
    await client.shutdown()
  }

  @Test func connectionIsReused() async throws {
    let client = patientClient()
    let server = try ScriptedServer([.receive, .respond(), .restart])
    defer { server.stop() }
    for _ in 0..<20 { _ = try await client.perform(request(server.url())) }
    #expect(server.record.connections == 1)
    #expect(server.record.heads.count == 20)
    await client.shutdown()
  }
}
