import ScriptedServer
import Testing

/// How bytes get from a server to the program.
enum Wire: String, CaseIterable, Sendable {
  case plain, tls

  var scheme: String { self == .tls ? "https" : "http" }

  /// Returns the certificate of a server; nil without TLS.
  func identity(_ name: String) throws -> TLSIdentity? {
    guard self == .tls else { return nil }
    let certificates = try #require(TestCertificates.shared)
    return try TLSIdentity(certificate: certificates.path("\(name).pem"), key: certificates.path("\(name).key"))
  }

  /// The environment in which the program trusts the servers.
  var environment: [String: String] { TestCertificates.shared.map { ["SSL_CERT_FILE": $0.trusted] } ?? [:] }
}
