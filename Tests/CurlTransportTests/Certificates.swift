import Foundation

/// A certificate authority and its certificates, in a temporary folder: ca, good, expired, name, self.
struct Certificates {
  let folder: URL

  /// Created once per test run.
  static let shared = Task { try await Certificates() }

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "curl-transport-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("[1]".utf8).write(to: folder.appending(path: "a.json"))
    try Data("subjectAltName=DNS:localhost,IP:127.0.0.1".utf8).write(to: folder.appending(path: "good.ext"))
    try Data("subjectAltName=DNS:other.example".utf8).write(to: folder.appending(path: "name.ext"))
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    try await OpenSSL.run(
      ["req", "-x509"] + key + ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority", "-days", "2"], in: folder)
    try await OpenSSL.run(
      ["req", "-x509"] + key + [
        "-keyout", "self.key", "-out", "self.pem", "-subj", "/CN=localhost", "-days", "2", "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
      ], in: folder)
    for (name, days, names) in [("good", "2", "good"), ("expired", "-1", "good"), ("name", "2", "name")] {
      try await OpenSSL.run(["req"] + key + ["-keyout", "\(name).key", "-out", "\(name).csr", "-subj", "/CN=localhost"], in: folder)
      try await OpenSSL.run(
        [
          "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", days, "-extfile",
          "\(names).ext", "-out", "\(name).pem",
        ], in: folder)
    }
  }

  var authority: String { folder.appending(path: "ca.pem").path() }
}
