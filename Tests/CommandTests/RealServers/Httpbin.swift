import Foundation
import Glibc
import TestKit
import Testing

/// The httpbin server that all tests of a suite share; it is stopped when the suite ends.
final class Httpbin: Sendable {
  let port: Int
  private let process: Process

  /// Nil if it cannot be started; tests that need it are then skipped with a note.
  static let shared: Httpbin? = {
    // Not lazily with `first`, which starts another one.
    for _ in 1...3 {
      if let server = try? Httpbin() { return server }
    }
    return nil
  }()

  static let reason: Comment = "httpbin cannot be started here; Scripts/setup --tests installs it"

  struct NotStarted: Error {}

  private init() throws {
    let python = Program.root.appendingPathComponent(".build/oracles/bin/python3")
    guard FileManager.default.isExecutableFile(atPath: python.path) else { throw NotStarted() }
    port = try Loopback.freePort()
    process = Process()
    process.executableURL = python
    process.arguments = ["-m", "httpbin.core", "--host", "127.0.0.1", "--port", "\(port)"]
    for stream in [\Process.standardInput, \.standardOutput, \.standardError] { process[keyPath: stream] = FileHandle.nullDevice }
    try process.start()
    // Another process may have taken the port.
    guard Loopback.wait(for: port, while: { process.isRunning }), Loopback.get("/status/200", port: port), process.isRunning else {
      stop()
      throw NotStarted()
    }
  }

  func stop() {
    guard process.isRunning else { return }
    // SIGTERM would not do: threads of a pool start programs with most signals blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Returns the address of a reply with this text.
  func url(answering text: String) -> String {
    let code = Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    return url("/base64/\(code)")
  }
}
