import FeedKit
import Fetching
import Foundation
import TestKit
import Testing

/// The same over TLS, where bytes may wait in the TLS library as well as in the socket.
@Suite(.enabled("needs the openssl command") { OpenSSL.path != nil }) struct LeftoverTLSTests {
  @Test(arguments: ["late", "record"], ["length", "chunks", "304"]) func bytesAfterResponseAreNotAResponse(
    _ mode: String, _ framing: String
  ) async throws {
    let certificates = try await Certificates.shared.value
    let server = try await onOwnThread { try LeftoverServer(certificates, mode: mode, framing: framing) }
    var options = CurlOptions(caFile: certificates.authority)
    (options.maximumIdleSeconds, options.maximumLifetimeSeconds) = (86_400, 86_400)
    let client = CurlClient(options)
    let first = try await client.perform(request("https://localhost:\(server.port)/first"))
    #expect(first.status == 304 || first.body.count > 4000)
    #expect(try await server.line() == "/first")
    #expect(try await server.line() == "sent")
    let second = try await client.perform(request("https://localhost:\(server.port)/second"))
    #expect(second.body == Array("[2]".utf8))
    #expect(try await server.line() == "/second")
    // The next reply comes on the new connection.
    let third = try await client.perform(request("https://localhost:\(server.port)/third"))
    #expect(third.body == Array("[2]".utf8))
    await client.shutdown()
  }
}

/// `Tests/Faults/leftover_tls.py`.
private final class LeftoverServer: Sendable {
  let port: Int
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()

  init(_ certificates: Certificates, mode: String, framing: String) throws {
    let script = URL(filePath: #filePath).appending(path: "../../Faults/leftover_tls.py").standardized
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script.path(), "good.pem", "good.key", mode, framing]
    process.currentDirectoryURL = certificates.folder
    process.standardInput = input
    process.standardOutput = output
    try process.start()
    port = try #require(Int(try Self.line(of: output)))
  }

  /// Returns the next line of its output.
  func line() async throws -> String { try await onOwnThread { try Self.line(of: self.output) } }

  private static func line(of output: Pipe) throws -> String {
    var line = ""
    while !line.hasSuffix("\n"), let piece = try output.fileHandleForReading.read(upToCount: 1), !piece.isEmpty {
      line += String(decoding: piece, as: UTF8.self)
    }
    return String(line.dropLast())
  }

  deinit { process.terminate() }
}
