import ArgumentParser

struct ConfigAddRegistry: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-registry", abstract: "Use a registry file from now on, without --config.",
    usage: "aggregate config add-registry example.json",
    discussion: """
      Checks the file and saves its path in the settings. The file itself is not copied.
      """)

  @Argument(
    help: ArgumentHelp("A registry file that adds or changes campuses and feeds.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let environment = try CommandEnvironment.current()
    var settings = try SettingsFile(environment)
    let path = settings.stored(file, environment)
    if file == "-" || InputFile.isRegular(file) == false { throw Failure(.usage, "\(file) is not a regular file; name a registry file") }
    if path.contains(",") { throw Failure(.usage, "\(path) has a comma in its name, which separates files in settings; rename it") }
    var files = settings.registryFiles
    guard !files.contains(path) else { return Console.note("\(settings.path) already adds \(path)") }
    // Its mistakes are reported with the name that was given. It may refer to campuses of the files before it.
    let before = try Settings(environment, draftOf: settings.path, Array(settings.text.utf8)).registryFiles([])
    _ = try Registry(adding: before + [(file, try InputFile.read(file, "the registry file", otherwise: .configuration))])
    files.append(path)
    settings.set("config", "[\(files.map(SettingsFile.json).joined(separator: ", "))]")
    try settings.checkAndWrite(environment)
    Settings.report("\(settings.path) now adds \(path)", "config", environment)
  }
}
