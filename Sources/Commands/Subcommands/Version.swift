import ArgumentParser

struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version of this program, as --version does.", usage: "aggregate version",
    discussion: "`aggregate doctor` prints the versions of the libraries, too.")

  @OptionGroup var quiet: QuietFlag

  func run() throws { try Console.write(Aggregate.version + "\n") }
}
