import Foundation
import Glibc
import OpeningHours

/// What commands read from the outside once: the environment variables, the working directory and the time.
struct CommandEnvironment: Sendable {
  let variables: [String: String]
  let directory: String
  let now: Instant

  static func current() throws(Failure) -> CommandEnvironment {
    let seconds = Date().timeIntervalSince1970
    guard let now = Instant(secondsSinceEpoch: Int64(seconds)) else { throw Failure(.local, "the clock of this machine is out of range") }
    try checkEnvironment()
    return CommandEnvironment(
      variables: ProcessInfo.processInfo.environment, directory: FileManager.default.currentDirectoryPath, now: now)
  }

  func settings() throws(Failure) -> Settings { try Settings.load(environment: variables, directory: directory) }

  /// A folder that a variable names, or one in the home folder. Relative paths are ignored (XDG Base Directory Specification): they would
  /// name another folder in each working directory.
  func folder(_ variable: String, orInHome name: String) -> String? {
    Self.folder(variable, orInHome: name, variables)
  }

  static func folder(_ variable: String, orInHome name: String, _ environment: [String: String]) -> String? {
    func absolute(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable) ?? absolute("HOME").map { "\($0)/\(name)" }
  }

  /// Refuses bytes that are not UTF-8 in a variable that names a file: as text they would name another one.
  private static func checkEnvironment() throws(Failure) {
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SSL_CERT_FILE", "TZDIR", Settings.fileVariable] + Settings.variables {
      guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
      let text = RawText.visible(UnsafeBufferPointer(start: value, count: strlen(value)))
      throw Failure(.configuration, "the environment variable \(name) (\(text)) is not UTF-8; change it")
    }
  }
}
