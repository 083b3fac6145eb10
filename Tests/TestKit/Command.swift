package import Foundation

/// A program that a test runs to its end.
package enum Command {
  package struct Result: Sendable {
    package let status: Int32
    package let out: String
    package let error: String
  }

  /// Returns the path of an executable that is built together with the tests.
  package static func helper(_ name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: the program, which is looked up in PATH, and its arguments.
  ///   - environment: all variables; nil for those of the tests.
  package static func run(
    _ words: [String], environment: [String: String]? = nil, directory: URL? = nil, input: Data = Data()
  ) async throws -> Result {
    try await onOwnThread { try runAndWait(words, environment: environment, directory: directory, input: input) }
  }

  /// Runs a program, and blocks the thread until it has ended.
  package static func runAndWait(
    _ words: [String], environment: [String: String]? = nil, directory: URL? = nil, input: Data = Data()
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = directory
    if let environment { process.environment = environment }
    // Files, unlike pipes, are never full.
    let files = [".stdin", ".stdout", ".stderr"].map { folder.path($0) }
    for file in files { try (file == files[0] ? input : Data()).write(to: URL(fileURLWithPath: file)) }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: files[0]))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[2]))
    try process.start()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, out: try folder.read(".stdout"), error: try folder.read(".stderr"))
  }
}
