import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import Testing

/// The head of a refusal counts, even if its body is broken.
@Suite struct RefusalTests {
  @Test(arguments: ["Content-Length: 100", "Content-Encoding: gzip\r\nContent-Length: 20", "Content-Encoding: rot13\r\nContent-Length: 20"])
  func brokenBodyKeepsRetryAfter(_ header: String) async throws {
    let head = "HTTP/1.1 429 Slow Down\r\nRetry-After: 3600\r\n\(header)\r\n\r\n"
    let response = try await exchange([.receive, .send(head + String(repeating: "x", count: 20))])
    #expect(response.status == 429)
    #expect(response.value("retry-after") == "3600")
    #expect(response.body.isEmpty)
    #expect(response.oddities.count == 1)
  }

  @Test func brokenBodyOfSuccessFails() async throws {
    let script: [Step] = [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")]
    #expect(try await failure(script)?.reason == .bodyTruncated)
  }
}
