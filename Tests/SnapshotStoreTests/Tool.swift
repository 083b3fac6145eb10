import Foundation
import TestKit

/// Another process that reads or uses a store.
enum Tool {
  /// The helper program, next to the test bundle, that uses a store in a separate process.
  static let torture = Command.helper("StoreTorture")

  @discardableResult
  static func run(_ arguments: [String]) async throws -> Command.Result { try await Command.run(arguments) }

  /// Returns whether a program can be run here.
  static func works(_ arguments: [String]) -> Bool { (try? Command.runAndWait(arguments).status) == 0 }

  /// Runs Python on a database at `path`, as `base`.
  @discardableResult
  static func python(_ path: String, _ script: String) async throws -> Command.Result {
    let opening = "import sqlite3, sys\nbase = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    return try await run(["python3", "-c", opening + script, path])
  }

  typealias Started = (process: Process, input: FileHandle, output: FileHandle)

  /// Starts a program. Wait for it, and for its output, with `onOwnThread`.
  static func start(_ arguments: [String]) throws -> Started {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    return (process, input.fileHandleForWriting, output.fileHandleForReading)
  }

  /// Waits for the end of a program, and returns the lines of its output.
  static func lines(of program: Started) async throws -> [String] {
    let (process, _, output) = program
    return try await onOwnThread {
      let lines = String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n").map(String.init)
      process.waitUntilExit()
      return lines
    }
  }
}

extension Command.Result {
  /// The lines of the output.
  var lines: [String] { out.split(separator: "\n").map(String.init) }
}
