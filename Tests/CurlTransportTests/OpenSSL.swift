import Foundation
import TestKit

/// The `openssl` command, for certificates and servers of tests.
enum OpenSSL {
  static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first { FileManager.default.isExecutableFile(atPath: $0) }

  struct Failed: Error { let arguments: [String] }

  static func run(_ arguments: [String], in folder: URL) async throws {
    let result = try await Command.run([path ?? "openssl"] + arguments, directory: folder)
    guard result.status == 0 else { throw Failed(arguments: arguments) }
  }

  static func process(_ arguments: [String], in folder: URL) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path ?? "/nonexistent")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}
