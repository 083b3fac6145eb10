import Foundation
import TestKit

/// Another process that reads or uses a store.
enum Tool {
  /// The helper beside the test bundle that uses a store from a process of its own.
  static let torture = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("StoreTorture").path

  struct Result {
    let status: Int32
    /// The lines of its output.
    let lines: [String]
  }

  static func exists(_ name: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") }

  @discardableResult
  static func run(_ arguments: [String]) throws -> Result {
    let process = try start(arguments)
    let output = process.output.readDataToEndOfFile()
    process.process.waitUntilExit()
    return Result(
      status: process.process.terminationStatus,
      lines: String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Runs Python on a database at `path`, as `base`.
  @discardableResult
  static func python(_ path: String, _ script: String) throws -> Result {
    let opening = "import sqlite3, sys\nbase = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    return try run(["python3", "-c", opening + script, path])
  }

  static func start(_ arguments: [String]) throws -> (process: Process, input: FileHandle, output: FileHandle) {
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
}
