import TestKit
import Testing

extension TemporaryFolder {
  /// The environment in which the programs of this folder are trusted.
  var trust: [String: String] { ["XDG_STATE_HOME": path("state")] }

  /// Trusts the programs that a registry file of this folder names.
  func trustPrograms(of registry: String = "registry.json") throws {
    let result = try Program.run(["config", "trust", path(registry)], environment: trust)
    #expect(result.status == 0, "\(result.error)")
  }
}
