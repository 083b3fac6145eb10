import ArgumentParser
import Glibc

extension Aggregate {
  /// Runs a command and turns what it throws into a message on stderr and an exit code.
  package static func main() async {
    // A reader that goes away is an error of a write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that has reached its size limit.
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardStreams()
    Interruption.install()
    let words = Array(CommandLine.arguments.dropFirst())
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
    do {
      try Arguments.checkEncoding()
      try Arguments.check(words, among: commands)
      var command = try parseAsRoot(Arguments.readable(words))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      if let failure = Failure(error) { end(with: failure) }
      // Exit code 1 means that something differs, so no error may have it.
      if exitCode(for: error).rawValue == ExitStatus.different.rawValue {
        end(with: Failure(.local, message(for: error)))
      }
      if let hint = Arguments.hint(words, commands, message(for: error)) { Console.error("aggregate: \(hint)") }
      end(with: fullMessage(for: error), exitCode(for: error))
    }
  }

  private static func end(with failure: Failure) -> Never {
    if let message = failure.message { Console.error("aggregate: \(message)") }
    if failure.status == .brokenPipe {
      // As programs end whose reader has seen enough.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    Glibc.exit(failure.status.rawValue)
  }

  /// Ends with a message of the parser; requested help goes to stdout.
  private static func end(with message: String, _ code: ExitCode) -> Never {
    guard code.isSuccess else {
      // It may repeat words of the command line.
      if !message.isEmpty { Console.error(message) }
      Glibc.exit(code.rawValue)
    }
    do throws(Failure) { try Console.write(message + "\n") } catch { end(with: error) }
    Glibc.exit(code.rawValue)
  }

  /// Opens /dev/null for standard streams that are closed. The first file or socket that a run opens would have the number of
  /// stdout otherwise, and what is printed would be written to it.
  private static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // Opened in the wrong direction, so that using it fails as if it were closed. `open` takes the lowest free number.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
