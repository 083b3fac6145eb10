import Aggregation
import ArgumentParser

/// The option of commands that use the whole registry.
struct RegistryOption: ParsableArguments {
  @Option(
    name: .customLong("config"), help: ArgumentHelp("A registry file (repeatable).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var configs: [String] = []

  /// The built-in registry with the files laid over it.
  func registry(_ settings: Settings) throws(Failure) -> Registry {
    var source = SourceOptions()
    source.configs = configs
    return try source.registry(settings)
  }
}
