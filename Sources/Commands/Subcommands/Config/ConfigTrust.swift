import Aggregation
import ArgumentParser

struct ConfigTrust: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Trust the programs that a registry file names, and what it sends, as they are now.",
    usage: """
      aggregate config trust example.json
      aggregate config trust --revoke example.json
      """,
    discussion: """
      Shows the command, the environment, the servers and the files of each program. Programs that are not trusted are never run. A change \
      to the registry file, or to a file that its commands name, ends the trust.

      Also shows which variables of the environment it sends in headers, and to which servers. A change to these headers or servers ends the \
      trust.
      """)

  @Argument(help: ArgumentHelp("A registry file.", valueName: "file"), completion: .file(extensions: ["json"]))
  var file: String

  @Flag(help: "Stop trusting it.")
  var revoke = false

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let settings = try Settings.current()
    if revoke {
      let path = OutputFile.real(file) ?? InputFile.absolute(file.hasPrefix("/") ? file : "\(settings.environment.directory)/\(file)")
      let wasTrusted = try TrustStore(settings.environment).remove(path)
      return Console.note("\(path) \(wasTrusted ? "is no longer" : "was not") trusted")
    }
    guard InputFile.isRegular(file) != false, file != "-" else {
      throw Failure(.usage, "\(InputFile.name(file)) is not a regular file; name a registry file")
    }
    let bytes = try InputFile.read(file, "the registry file", otherwise: .usage)
    let path = OutputFile.real(file) ?? file
    // It may refer to campuses of the files before it, and those after it to its own.
    var files = try settings.registryFiles([])
    if !files.contains(where: { OutputFile.real($0.path) == path }) { files.append((file, bytes)) }
    let question = TrustQuestion(try Registry(adding: files), about: path)
    if question.isEmpty { return Console.note("\(path) names no programs and sends no variables, so there is nothing to trust") }
    question.show()
    try question.trust()
    Console.note("\(path) is trusted \(question.end)")
  }
}
