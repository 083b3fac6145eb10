import CampusCatalog
import FeedKit
import Fetching
import Foundation
import TestKit
import Testing

/// An HTTP/2 server that refuses requests: libcurl by itself would send each of them six times.
@Suite(.enabled("needs the openssl command") { OpenSSL.path != nil }) struct HTTP2Tests {
  /// By REFUSED_STREAM, NO_ERROR and INTERNAL_ERROR.
  @Test(arguments: [7, 0, 2]) func refusedRequestIsSentOnce(_ code: Int) async throws {
    let certificates = try await Certificates.shared.value
    let server = try await onOwnThread { try RefusingServer(certificates, code: code) }
    let client = CurlClient(CurlOptions(caFile: certificates.authority))
    for _ in 0..<3 {
      let failure = await #expect(throws: TransportFailure.self) {
        try await client.perform(request("https://localhost:\(server.port)/a.json"))
      }
      if code == 7 { #expect(failure?.reason == .connectReset, "\(String(describing: failure))") }
    }
    await client.shutdown()
    // An open connection may be tried, then a new one.
    #expect((3...5).contains(try await onOwnThread { try server.requests() }))
  }
}

/// `Tests/Faults/refusing_http2.py`.
private final class RefusingServer: Sendable {
  let port: Int
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()

  init(_ certificates: Certificates, code: Int) throws {
    let script = URL(filePath: #filePath).appending(path: "../../Faults/refusing_http2.py").standardized
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path(), "good.pem", "good.key", "\(code)"]
    process.currentDirectoryURL = certificates.folder
    process.standardInput = input
    process.standardOutput = output
    try process.start()
    var line = ""
    while !line.hasSuffix("\n"), let piece = try output.fileHandleForReading.read(upToCount: 1), !piece.isEmpty {
      line += String(decoding: piece, as: UTF8.self)
    }
    port = try #require(Int(line.dropLast()))
  }

  /// Stops it, and returns the number of requests.
  func requests() throws -> Int {
    try input.fileHandleForWriting.close()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return rest.count { $0 == UInt8(ascii: "\n") }
  }

  deinit { process.terminate() }
}
