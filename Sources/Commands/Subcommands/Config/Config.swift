import Aggregation
import ArgumentParser

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings and where each came from, or change them.",
    usage: """
      aggregate config
      aggregate config get store
      aggregate config set campus penn gmu
      aggregate config unset campus
      aggregate config add-registry example.json
      aggregate config trust example.json
      aggregate config path
      """,
    discussion: """
      A value comes from an option, or else from a variable such as AGGREGATE_CAMPUS, the settings file, or the default. Settings in \
      the current folder are not read.
      """,
    subcommands: [
      ConfigShow.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self, ConfigAddRegistry.self, ConfigRemoveRegistry.self,
      ConfigTrust.self, ConfigPath.self,
    ], defaultSubcommand: ConfigShow.self)
}

struct ConfigPath: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the settings file, which may not exist yet.", usage: "aggregate config path")

  @OptionGroup var quiet: QuietFlag

  func run() throws { try Console.write(try SettingsFile.path(try .current()) + "\n") }
}

extension Settings {
  /// Returns the name of a setting.
  ///
  /// - Throws: `Failure` for an unknown one.
  static func known(_ name: String) throws(Failure) -> String {
    if all.contains(where: { $0.name == name }) { return name }
    throw Failure(PlanError(kind: "setting", id: name, known: all.map(\.name)))
  }

  /// Prints that a setting has changed, and warns if the environment overrides it.
  static func report(_ change: String, _ name: String, _ environment: CommandEnvironment) {
    let variable = variable(name)
    let isOverridden = environment.variables[variable].map { !$0.isEmpty } ?? false
    Console.note(change + (isOverridden ? "; the environment still overrides it (\(variable))" : ""))
  }
}
