import Aggregation
import ArgumentParser
import SimdJSON

struct ConfigSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Save a setting in the settings file.",
    usage: """
      aggregate config set campus penn gmu
      aggregate config set jobs 4
      aggregate config set store ~/feeds.sqlite
      """,
    discussion: "Creates the file if necessary, and keeps its other settings. A wrong value is refused.")

  @Argument(help: ArgumentHelp("A setting; `aggregate config` lists them.", valueName: "key"), completion: .list(Settings.all.map(\.name)))
  var key: String

  @Argument(help: ArgumentHelp("Its value, or several for a list.", valueName: "value"), completion: .custom(Candidates.settingValues))
  var values: [String]

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let environment = try CommandEnvironment.current()
    let key = try Settings.known(key)
    if values.allSatisfy({ $0.allSatisfy { $0 == " " } }) {
      throw Failure(.usage, "the value of \(key) is empty; to remove the setting, run: aggregate config unset \(key)")
    }
    if key == "config" {
      // Report errors in the files under the names given by the user.
      do throws(Failure) {
        _ = try Registry(adding: try Settings(withoutFile: environment).registryFiles(SettingsFile.items(values)))
      } catch {
        throw Failure(.usage, "nothing was changed: \(error.message ?? "the registry files are invalid")")
      }
    }
    try SettingsFile.change(environment) { (file) throws(Failure) in
      let value = file.value(of: key, values, environment)
      file.set(key, value)
      try file.check(changing: key, environment)
      Settings.report("\(key) is now \(value.pretty(levels: 0)) in \(file.path)", key, environment)
      return true
    }
  }
}
