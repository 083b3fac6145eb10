import ArgumentParser

struct ConfigUnset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Remove a setting from the settings file.",
    usage: "aggregate config unset campus")

  @Argument(
    help: ArgumentHelp("A setting; `aggregate config` shows which are set.", valueName: "key"),
    completion: .list(Settings.all.map(\.name)))
  var key: String

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let environment = try CommandEnvironment.current()
    try SettingsFile.change(environment, creates: false) { (file) throws(Failure) in
      // A key that is not a setting makes the file invalid, so it can be removed too.
      guard file.members.contains(where: { $0.key == key }) else {
        _ = try Settings.known(key)
        Console.note("\(key) is not set in \(file.path); nothing was changed")
        return false
      }
      let before = file
      file.set(key, nil)
      try file.checkRemoval(of: key, from: before, environment)
      Settings.report("\(key) is no longer set in \(file.path)", key, environment)
      return true
    }
  }
}
