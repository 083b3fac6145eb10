import Foundation
import TestKit

/// `openssl s_server` on a free port of 127.0.0.1, serving the files of a folder.
final class TLSServer: Sendable {
  struct NotStarted: Error {}

  let port: Int
  private let process: Process

  static func start(_ certificate: String, _ options: [String], in folder: URL) async throws -> TLSServer {
    try await onOwnThread { try TLSServer(certificate, options, in: folder) }
  }

  private init(_ certificate: String, _ options: [String], in folder: URL) throws {
    process = OpenSSL.process(
      ["s_server", "-accept", "127.0.0.1:0", "-cert", "\(certificate).pem", "-key", "\(certificate).key", "-WWW"] + options, in: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    // "ACCEPT 127.0.0.1:38769"
    var text = ""
    while !text.hasSuffix("\n") || !text.contains("ACCEPT") {
      guard let piece = try pipe.fileHandleForReading.read(upToCount: 1), !piece.isEmpty else { throw NotStarted() }
      text += String(decoding: piece, as: UTF8.self)
    }
    guard let port = text.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }) else { throw NotStarted() }
    self.port = port
  }

  deinit { process.terminate() }
}
