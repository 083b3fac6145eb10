import TestKit
import Testing

extension TemporaryFolder {
  /// The environment in which the registry files of this folder are trusted.
  var trust: [String: String] { ["XDG_STATE_HOME": path("state")] }

  /// Trusts a registry file of this folder: the programs that it names, and the variables that it sends.
  func trustRegistry(of registry: String = "registry.json") throws {
    let result = try Program.run(["config", "trust", path(registry)], environment: trust)
    #expect(result.status == 0, "\(result.error)")
  }
}
