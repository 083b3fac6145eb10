import CampusCatalog
import Fetching
import Foundation
import Glibc
import OpeningHours

/// The environment of a command, read once: the environment variables, the working directory and the time.
struct CommandEnvironment: Sendable {
  let variables: [String: String]
  let directory: String
  let now: Instant
  /// Whether adapters that are programs may run without a sandbox if none is available.
  var allowsUnconfined = false

  var clock: SystemClock { SystemClock(fallback: now) }

  /// The zone of this machine; nil if it is unknown.
  var zone: Zone? { Zone(TimeZone.current.identifier) }

  static func current() throws(Failure) -> CommandEnvironment {
    guard let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) else {
      throw Failure(.local, "the clock of this machine is out of range")
    }
    try checkEncoding()
    return CommandEnvironment(
      variables: ProcessInfo.processInfo.environment, directory: FileManager.default.currentDirectoryPath, now: now)
  }

  /// Returns the folder that a variable names, or one in the home folder. Relative paths are ignored (XDG Base Directory Specification):
  /// they would name a different folder in each working directory.
  func folder(_ variable: String, orInHome name: String) -> String? {
    func absolute(_ variable: String) -> String? { variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable) ?? absolute("HOME").map { "\($0)/\(name)" }
  }

  /// The path of the settings file, which may not exist: the one that `AGGREGATE_SETTINGS` names, else
  /// `$XDG_CONFIG_HOME/aggregate/config.json`; nil if there is no home folder.
  var settingsFile: String? {
    if let named = namedSettingsFile { return named.hasPrefix("/") ? named : "\(directory)/\(named)" }
    return folder("XDG_CONFIG_HOME", orInHome: ".config").map { "\($0)/aggregate/config.json" }
  }

  var namedSettingsFile: String? { variables[Settings.fileVariable].flatMap { $0.isEmpty ? nil : $0 } }

  /// The path of the default store; nil if there is no home folder.
  var defaultStore: String? { folder("XDG_STATE_HOME", orInHome: ".local/state").map { "\($0)/aggregate/aggregate.sqlite" } }

  /// Refuses values that are not UTF-8 in variables that name files: converted to text, they would name other files.
  private static func checkEncoding() throws(Failure) {
    let others = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SSL_CERT_FILE", "TZDIR", Settings.fileVariable]
    for name in others + Settings.all.map({ Settings.variable($0.name) }) {
      guard let value = getenv(name), let text = PlainText.quotedIfNotUTF8(value) else { continue }
      throw Failure(.configuration, "the environment variable \(name) (\(text)) is not UTF-8; change it")
    }
  }
}

/// The clocks of this machine.
struct SystemClock: RunClock {
  private let start = ContinuousClock.now
  /// The time to return when the system clock shows a year out of range.
  let fallback: Instant

  func now() -> Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) ?? fallback }

  func moment(after seconds: Int) -> Instant {
    Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.up)) + Int64(seconds)) ?? fallback
  }

  func elapsed() -> Duration { start.duration(to: .now) }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
