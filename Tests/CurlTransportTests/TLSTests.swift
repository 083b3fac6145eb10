import CampusCatalog
import FeedKit
import Fetching
import Testing

/// Skipped where there is no `openssl` command.
@Suite(.enabled("needs the openssl command") { OpenSSL.path != nil }) struct TLSTests {
  private func fetch(
    _ certificate: String, _ options: [String] = [], host: String = "localhost", trusts: Bool = true
  ) async throws -> HTTPResponse {
    let certificates = try await Certificates.shared.value
    let server = try await TLSServer.start(certificate, options, in: certificates.folder)
    let client = CurlClient(CurlOptions(caFile: trusts ? certificates.authority : nil))
    defer { withExtendedLifetime(server) {} }
    return try await client.perform(request("https://\(host):\(server.port)/a.json", limits: HTTPLimits()))
  }

  /// The reason, and the cause in the log.
  private func reason(_ certificate: String, _ options: [String] = [], trusts: Bool = true) async -> String {
    let failure = await #expect(throws: TransportFailure.self) { try await fetch(certificate, options, trusts: trusts) }
    return ([failure?.reason.description ?? ""] + (failure?.fields ?? []).map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"], ["localhost", "127.0.0.1"]) func validCertificate(_ version: String, _ host: String) async throws
  {
    #expect(try await fetch("good", [version], host: host).body == Array("[1]".utf8))
  }

  @Test func expired() async { #expect(await reason("expired") == "tls.expired, why expired") }
  @Test func wrongName() async { #expect(await reason("name") == "tls.name, why other_name") }
  @Test func selfSigned() async { #expect(await reason("self") == "tls.untrusted, why self_signed") }
  @Test func unknownAuthority() async { #expect(await reason("good", trusts: false) == "tls.untrusted, why unknown_authority") }
  @Test(arguments: ["-tls1", "-tls1_1"]) func oldVersion(_ version: String) async {
    #expect(await reason("good", [version, "-cipher", "DEFAULT:@SECLEVEL=0"]) == "tls.version, why version")
  }

  @Test func versionsOfLibraries() {
    let versions = CurlClient.versions
    for text in [versions.curl, versions.tls, versions.zlib, versions.brotli, versions.zstd] { #expect(text.contains(".")) }
  }
}
