import Aggregation
import ArgumentParser

/// The option of commands that use the whole registry.
struct RegistryOption: ParsableArguments {
  @Option(
    name: .customLong("config"), help: ArgumentHelp("A registry file (repeatable).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var configs: [String] = []

  /// Returns the built-in registry with the registry files added.
  func registry(_ settings: Settings) throws(Failure) -> Registry {
    var source = SourceOptions()
    source.configs = configs
    return try source.registry(settings)
  }
}
