import Foundation
import OpeningHours

/// What the commands take from the outside: the environment, the working directory, and the clock.
struct World: Sendable {
  let environment: [String: String]
  let directory: String
  let now: Instant

  static func current() throws(Failure) -> World {
    let seconds = Date().timeIntervalSince1970
    guard let now = Instant(secondsSinceEpoch: Int64(seconds)) else { throw Failure(.local, "the clock of this machine is out of range") }
    return World(
      environment: ProcessInfo.processInfo.environment, directory: FileManager.default.currentDirectoryPath, now: now)
  }

  func settings() throws(Failure) -> Settings { try Settings.load(environment: environment, directory: directory) }
}
