import Foundation

/// A shell script that runs the program, for tests with pipes and closed streams.
enum Shell {
  /// - Parameters:
  ///   - script: `$aggregate` is the program.
  ///   - arguments: `$1` and so on.
  static func run(_ script: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: URL) throws
    -> Program.Result
  {
    try Program.run(
      ["-c", script, "bash"] + arguments, environment: environment.merging(["aggregate": Program.url.path]) { $1 }, directory: directory,
      executable: URL(fileURLWithPath: "/bin/bash"))
  }
}
