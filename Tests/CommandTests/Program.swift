import Foundation
import TestKit
import Testing

/// The built program, run as a user would.
struct Program {
  struct Result {
    let status: Int32
    let out: String
    let error: String
  }

  /// The program under test: that of `AGGREGATE_PROGRAM`, which `Scripts/test` sets to the debug build; otherwise the one beside the tests.
  static let url = ProcessInfo.processInfo.environment["AGGREGATE_PROGRAM"].map { URL(fileURLWithPath: $0) } ?? helper("aggregate")

  /// Returns the URL of an executable that is built together with the tests.
  static func helper(_ name: String) -> URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appendingPathComponent(name)
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// - Parameters:
  ///   - environment: all variables, besides PATH and an empty HOME.
  ///   - directory: the working directory; by default a new folder.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], directory: URL? = nil, executable: URL = url
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory ?? folder.url
    var all = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.url.path]
    all["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    process.environment = all.merging(environment) { $1 }
    let out = folder.url.appendingPathComponent(".stdout")
    let error = folder.url.appendingPathComponent(".stderr")
    for file in [out, error] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: error)
    process.standardInput = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, out: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self))
  }
}
