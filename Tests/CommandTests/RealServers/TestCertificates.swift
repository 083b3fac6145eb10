import Foundation
import TestKit
import Testing

/// Self-signed certificates made with the openssl command, in a temporary folder.
struct TestCertificates: Sendable {
  let folder: TemporaryFolder

  static let shared = try? TestCertificates()

  static let reason: Comment = "the openssl command is missing or cannot create certificates; Scripts/setup --tests installs it"

  private init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      [ca]
      default_ca = authority
      [authority]
      database = index.txt
      serial = serial
      new_certs_dir = .
      default_md = sha256
      policy = names
      unique_subject = no
      copy_extensions = copy
      [names]
      commonName = supplied
      [req]
      distinguished_name = subject
      [subject]

      """, to: "openssl.cnf")
    try folder.write("", to: "index.txt")
    try folder.write("01\n", to: "serial")
    for (name, address, end) in [
      ("good", "IP:127.0.0.1", "20491231235959Z"), ("expired", "IP:127.0.0.1", "20200201000000Z"),
      ("other", "DNS:other.example", "20491231235959Z"), ("unknown", "IP:127.0.0.1", "20491231235959Z"),
    ] {
      try openssl(
        "req", "-config", "openssl.cnf", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        "\(name).key", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(address)", "-out", "\(name).csr")
      try openssl(
        "ca", "-config", "openssl.cnf", "-batch", "-notext", "-selfsign", "-keyfile", "\(name).key", "-in", "\(name).csr",
        "-startdate", "20200101000000Z", "-enddate", end, "-out", "\(name).pem")
    }
    // A client that trusts this file trusts all but one.
    try folder.write(try ["good", "expired", "other"].map { try folder.read("\($0).pem") }.joined(), to: "trusted.pem")
  }

  var trusted: String { path("trusted.pem") }

  func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// The text of an nginx server with a certificate.
  func server(_ number: Int, _ name: String, _ text: String = "") -> String {
    let path = folder.url.appendingPathComponent(name).path
    return """
      server { listen 127.0.0.1:%port\(number)% ssl http2; ssl_certificate \(path).pem; ssl_certificate_key \(path).key;
      root %root%; \(text) }

      """
  }

  private func openssl(_ arguments: String...) throws {
    let result = try Program.run(arguments, directory: folder.url, executable: URL(fileURLWithPath: "/usr/bin/openssl"))
    guard result.status == 0 else { throw CocoaError(.executableLoad) }
  }
}
