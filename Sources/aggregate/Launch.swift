import Aggregation
import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a command and turns what it throws into a message on stderr and an exit code.
enum Launch {
  static func run<Root: AsyncParsableCommand>(_ root: Root.Type) async {
    // A reader that goes away is an error of a write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may not grow any more.
    signal(SIGXFSZ, SIG_IGN)
    Interruption.install()
    let words = Array(CommandLine.arguments.dropFirst())
    let commands = root.configuration.subcommands.compactMap { $0.configuration.commandName }
    do {
      try Arguments.check(words, among: commands)
      var command = try root.parseAsRoot(Arguments.readable(words))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as Failure {
      if let message = failure.message { Console.error("aggregate: \(message)") }
      exit(failure.status.rawValue)
    } catch {
      // An exit code of 1 says that something differs: no error may have it.
      if root.exitCode(for: error).rawValue == ExitStatus.different.rawValue {
        Console.error("aggregate: \(root.message(for: error))")
        exit(ExitStatus.local.rawValue)
      }
      if let hint = Arguments.hint(words, commands, root.message(for: error)) { Console.error("aggregate: \(hint)") }
      root.exit(withError: error)
    }
  }
}
