import ArgumentParser

struct ConfigRemoveRegistry: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-registry", abstract: "Stop using a registry file that was added. The file itself is not deleted.",
    usage: "aggregate config remove-registry example.json")

  @Argument(
    help: ArgumentHelp("A registry file; `aggregate config` shows which are used.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let environment = try CommandEnvironment.current()
    try SettingsFile.change(environment, creates: false) { (settings) throws(Failure) in
      let (before, all, path) = (settings, settings.registryFiles, settings.stored(file, environment))
      let kept = all.filter { $0 != path && $0 != file }
      let removed = all.contains(path) ? path : file
      guard kept.count < all.count else {
        let known = all.isEmpty ? "it adds none" : "it adds \(all.joined(separator: ", "))"
        throw Failure(.usage, "\(settings.path) does not add \(path); \(known)")
      }
      settings.registryFiles = kept
      try settings.checkRemoval(of: "config", from: before, environment)
      Settings.report("\(settings.path) no longer adds \(removed)", "config", environment)
      return true
    }
  }
}
