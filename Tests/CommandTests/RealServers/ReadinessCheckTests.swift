import Foundation
import TestKit
import TestTraits
import Testing

@testable import Commands

/// `serve --check` asks a server whether it is ready.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct ReadinessCheckTests {
  private func check(_ words: String...) throws -> Program.Result { try Program.run(["serve", "--check"] + words) }

  @Test func statusOfServer() throws {
    let nginx = try Nginx([Nginx.server(0)])
    let port = try #require(URL(string: nginx.url("/"))?.port)
    let missing = try check("--port", "\(port)")
    #expect(missing.status == 4 && missing.error.contains("http://127.0.0.1:\(port)/readyz is not ready (status 404)"), "\(missing.error)")
    try nginx.put("ready\n", at: "readyz")
    let ready = try check("--port", "\(port)", "--host", "0.0.0.0")
    #expect(ready.status == 0 && ready.out.isEmpty && ready.error.isEmpty, "\(ready.error)")
  }

  @Test func noServer() throws {
    let result = try check("--host", "127.0.0.1", "--port", "1")
    #expect(result.status == 5 && result.error.contains("no server answers at http://127.0.0.1:1/readyz"), "\(result.error)")
    #expect(try check("--port", "0").status == 64)
  }

  @Test(arguments: [
    ("0.0.0.0", "http://127.0.0.1:8080/readyz"), ("::", "http://[::1]:8080/readyz"), ("fe80::1", "http://[fe80::1]:8080/readyz"),
    ("dining.example.edu", "http://dining.example.edu:8080/readyz"),
  ])
  func addresses(host: String, address: String) {
    #expect(Serve.readinessAddress(host: host, port: 8080) == address)
  }
}
