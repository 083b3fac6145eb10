import Aggregation
import ArgumentParser

struct ConfigAddRegistry: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-registry", abstract: "Use a registry file from now on, without --config.",
    usage: "aggregate config add-registry example.json",
    discussion: """
      Checks the file and saves its path in the settings. The file itself is not copied. If it names programs or sends variables of \
      the environment, shows them; on a terminal, asks whether to trust it.
      """)

  @Argument(
    help: ArgumentHelp("A registry file that adds or changes campuses and feeds.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let environment = try CommandEnvironment.current()
    if file == "-" || InputFile.isRegular(file) == false {
      throw Failure(.usage, "\(InputFile.name(file)) is not a regular file; name a registry file")
    }
    var registry = Registry()
    try SettingsFile.change(environment) { (settings) throws(Failure) in
      let path = settings.stored(file, environment)
      if path.contains(",") { throw Failure(.usage, "\(path) has a comma in its name, which separates files in settings; rename it") }
      guard !settings.registryFiles.contains(path) else {
        Console.note("\(settings.path) already adds \(path)")
        return false
      }
      // Report its errors under the name given by the user. It may refer to campuses in earlier files.
      let before = try Settings(environment, draft: settings, changing: "config").registryFiles([])
      let bytes = try InputFile.read(file, "the registry file", otherwise: .configuration)
      registry = try Registry(adding: before + [(file, bytes)])
      for note in registry.notes { Console.note(note) }
      settings.registryFiles.append(path)
      try settings.check(changing: "config", environment)
      Settings.report("\(settings.path) now adds \(path)", "config", environment)
      return true
    }
    let question = TrustQuestion(registry, about: OutputFile.real(file) ?? file)
    guard !question.isAnswered else { return }
    let answer = try question.ask()
    if answer == nil { question.show() }
    if answer != true { question.advise() }
  }
}
