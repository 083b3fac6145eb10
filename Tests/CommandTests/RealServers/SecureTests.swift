import Foundation
import TestTraits
import Testing

/// TLS and HTTP/2 of nginx.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason), .enabled(if: TestCertificates.shared != nil, TestCertificates.reason))
struct SecureTests {
  let nginx: Nginx
  let program: LiveProgram
  let certificates: TestCertificates

  init() throws {
    certificates = try #require(TestCertificates.shared)
    let nginx = try Nginx([
      certificates.server(0, "good", "location = /down { return 302 http://127.0.0.1:%port4%/a.json; }"),
      certificates.server(1, "expired"), certificates.server(2, "other"), certificates.server(3, "unknown"), Nginx.server(4),
    ])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    var feeds = ["good", "expired", "other", "unknown"].enumerated().map { ($1, "https://127.0.0.1:\(nginx.ports[$0])/a.json") }
    feeds.append(("downgrade", "https://127.0.0.1:\(nginx.ports[0])/down"))
    self.nginx = nginx
    program = try LiveProgram(feeds)
  }

  @Test func trustedServerIsRead() throws {
    program.environment["SSL_CERT_FILE"] = certificates.trusted
    let result = try program.run()
    #expect(result.status == 3)
    #expect(
      try result.feeds() == [
        "good": "fresh", "expired": "absent (tls.expired)", "other": "absent (tls.name)", "unknown": "absent (tls.untrusted)",
        "downgrade": "absent (policy.downgrade)",
      ])
    let log = try nginx.log()
    #expect(log.allSatisfy { $0.version == "HTTP/2.0" && $0.port == "\(nginx.ports[0])" }, "no requests without TLS")
    #expect(try program.run("--refresh").feeds()["good"] == "unchanged")
    let again = try nginx.log().filter { $0.path == "/a.json" }
    #expect(again.map(\.status) == [200, 304] && again.last?.ifNoneMatch == again.first?.etag)
  }

  @Test func selfSignedServerIsRefused() throws {
    let result = try program.run()
    #expect(result.status == 4)
    #expect(result.summary["good"] == "absent (tls.untrusted)")
    #expect(result.summary["downgrade"] == "absent (tls.untrusted)")
    #expect(try nginx.log().isEmpty)
  }
}
