import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import Testing

@Suite struct HeaderTests {
  @Test(arguments: ["a\r\nX-B: c", "a\nb", "a\rb", "a\0b", "\u{100}"]) func invalidHeaderValue(_ value: String) async throws {
    let failure = await #expect(throws: TransportFailure.self) {
      try await sharedClient.perform(request("http://127.0.0.1:9/", [Feed.Header("X-A", value)]))
    }
    #expect(failure?.reason == .policyHeader)
    #expect(failure?.detail.contains(value) == false)
  }

  @Test(arguments: ["", "X A", "X:A", "X\r\nA", "Host", "content-length", "Transfer-Encoding"])
  func invalidHeaderName(_ name: String) async throws {
    let failure = await #expect(throws: TransportFailure.self) {
      try await sharedClient.perform(request("http://127.0.0.1:9/", [Feed.Header(name, "a")]))
    }
    #expect(failure?.reason == .policyHeader)
  }

  @Test func headerBytesRoundTrip() async throws {
    let value = String(String.UnicodeScalarView((UInt8(1)...255).filter { ![10, 13, 9].contains($0) }.map { Unicode.Scalar($0) }))
    let bytes = value.unicodeScalars.map { UInt8($0.value) }
    let server = try ScriptedServer([
      .receive, .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nETag: \"".utf8) + bytes + Array("\"\r\n\r\n".utf8)), .restart,
    ])
    defer { server.stop() }
    let response = try await sharedClient.perform(request(server.url()))
    let etag = try #require(response.value("etag"))
    #expect(etag == "\"\(value)\"")
    _ = try await sharedClient.perform(
      request(server.url(), [Feed.Header("If-None-Match", etag), Feed.Header("X-Empty", ""), Feed.Header("X-Last", "1")]))
    let head = try #require(server.record.heads.last)
    #expect(head.contains("\r\nIf-None-Match: \(etag)\r\nX-Empty:\r\nX-Last: 1"))
    _ = try await sharedClient.perform(request(server.url()))
    #expect(server.record.heads.last?.contains("X-Last") == false)
  }
}
