import ScriptedServer
import TestTraits
import Testing

/// Rows A6 and A7: servers with the wrong identity, and handshakes that never end.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason), .enabled(if: TestCertificates.shared != nil, TestCertificates.reason))
struct SecureFaultTests {
  /// The name of the certificate or fault, in the order of the servers.
  static let identities = [
    ("good", ""), ("expired", "tls.expired"), ("other", "tls.name"), ("unknown", "tls.untrusted"), ("old", "tls.version"),
  ]

  static let handshakes = [
    Fault("A7 a handshake that stalls", "timeout.connect", requests: 2, limits: [#""connect":"PT1S""#], .script([.listen])),
    Fault("A7 a handshake that is reset", "connect.reset", requests: 3, .script([.pause(.milliseconds(20)), .reset])),
    Fault("A7 a handshake that is closed", "connect.reset", requests: 3, .script([.pause(.milliseconds(20))])),
  ]

  private let certificates: TestCertificates
  private let nginx: Nginx

  init() throws {
    certificates = try #require(TestCertificates.shared)
    let servers = Self.identities.dropLast().enumerated().map { [certificates] in certificates.server($0, $1.0) }
    nginx = try Nginx(servers + [certificates.server(4, "good", "ssl_protocols TLSv1 TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;")])
    try nginx.put(Venues.reply("Hill House", "Falk"), at: "venues.json")
  }

  @Test(arguments: 1..<identities.count) func serverWithWrongIdentityIsNotRead(_ number: Int) async throws {
    let (name, reason) = Self.identities[number]
    try await expect(Fault("A6 \(name)", reason, requests: 1, .script([.relay(to: nginx.ports[number])])))
  }

  @Test(arguments: handshakes) func endlessHandshake(_ fault: Fault) async throws { try await expect(fault) }

  private func expect(_ fault: Fault) async throws {
    let good: [Step] = [.relay(to: nginx.ports[0])]
    _ = try await FaultTrial(fault, good: good, scheme: "https", environment: ["SSL_CERT_FILE": certificates.trusted]).run()
    let log = try nginx.log()
    #expect(log.map(\.status) == [200, 304], "no other server is requested, and none without TLS")
    #expect(log.allSatisfy { $0.port == "\(nginx.ports[0])" && $0.apiKey == FaultTrial.secret })
    #expect(log.last?.ifNoneMatch == log.first?.etag && log.first?.etag.isEmpty == false)
  }
}
