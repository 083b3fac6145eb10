package import ArgumentParser
import CLinux
import Glibc

/// The root command. Each subcommand is a file in Subcommands/ that parses, calls a library and renders. Each sets its name, because the
/// parser would otherwise derive the names of all of them from their types by reflection, at every start.
package struct Aggregate: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "aggregate",
    abstract: "What is open on campus, and what has changed: one catalog from every campus feed.",
    usage: """
      aggregate open --sample        what is open in the built-in example
      aggregate -o catalog.json      read the feeds, store and write one catalog
      aggregate open                 what is open now
      aggregate open --until 23:30   what is open now and still open at 23:30
      aggregate near 38.83,-77.307   the nearest places
      aggregate show southside       everything about one place
      aggregate diff 7d latest       what has changed in a week
      aggregate SUBCOMMAND --help    more about one command
      """,
    discussion: """
      Data goes to stdout, messages to stderr. Exit codes: 0 all feeds delivered; 1 there are differences; 3 some feeds did not deliver; 4 nothing usable; \
      5 the store or a local file failed; 64 wrong arguments; 65 a file you gave is malformed; 78 wrong settings or registry file.
      """,
    version: version,
    subcommands: [
      Collect.self, Open.self, List.self, Near.self, Search.self, Menu.self, Show.self, Events.self, Alerts.self, Quotes.self,
      Favorites.self, Correct.self,
      Explain.self, Export.self, Publish.self, OSM.self, Serve.self, Diff.self, History.self, Watch.self, Runs.self, Snapshots.self,
      Campuses.self,
      Feeds.self,
      Adapters.self,
      Schema.self, Work.self,
      Config.self,
      Doctor.self, Completion.self, Man.self, Version.self, Bench.self,
    ],
    defaultSubcommand: Collect.self)

  static let version = "0.1.0"

  package init() {}
}

extension Aggregate {
  /// Runs a command, and reports an error that it throws as a message on stderr and an exit code.
  ///
  /// - Parameters:
  ///   - words: the arguments.
  ///   - isTerminal: whether stdout is a terminal.
  ///   - serve: runs a server, in the program that has one.
  package static func main(
    _ words: [String] = Array(CommandLine.arguments.dropFirst()), isTerminal: Bool = isatty(STDOUT_FILENO) == 1,
    serve: ((Serve) async throws -> Void)? = nil
  ) async {
    // Writing to a closed pipe is an error, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // So is exceeding the file size limit.
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardStreams()
    Interruption.install()
    let commands = configuration.subcommands.map { $0.configuration }
    do {
      try Arguments.checkEncoding()
      try Arguments.check(words, among: commands)
      if let text = ShortHelp.text(for: words, isTerminal: isTerminal) ?? CompletionScript(words)?.text {
        try Console.write(text)
        Glibc.exit(0)
      }
      var command = try await asyncParseAsRoot(Arguments.readable(words))
      if let serve, let options = command as? Serve, !options.check {
        try await serve(options)
      } else if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      try Console.publish()
    } catch {
      if let failure = Failure(error) { end(with: failure) }
      // Exit code 1 means that a difference was found, so no error may use it.
      if exitCode(for: error).rawValue == ExitStatus.different.rawValue {
        end(with: Failure(.local, message(for: error)))
      }
      if let hint = Arguments.hint(words, commands, message(for: error)) { Console.error(hint) }
      end(with: fullMessage(for: error), exitCode(for: error))
    }
  }

  private static func end(with failure: Failure) -> Never {
    if let message = failure.message { Console.error(message) }
    // Commands print an answer at once, so one that was printed before the failure is whole.
    if Console.hasOutput {
      do throws(Failure) { try Console.publish() } catch { end(with: error) }
    }
    if failure.status == .brokenPipe {
      // End by SIGPIPE, as programs do when the reader of their output has closed the pipe.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    Glibc.exit(failure.status.rawValue)
  }

  /// Ends the program with a message from the parser; requested help goes to stdout.
  private static func end(with message: String, _ code: ExitCode) -> Never {
    guard code.isSuccess else {
      // The message may repeat arguments from the command line.
      if !message.isEmpty { Console.error(Arguments.message(message)) }
      Glibc.exit(code.rawValue)
    }
    do throws(Failure) { try Console.write(message + "\n") } catch { end(with: error) }
    Glibc.exit(code.rawValue)
  }

  /// Makes heaps grow in large steps, and buffers of any size come from them. Otherwise they grow and shrink by a few pages at a time, and each
  /// large buffer has new pages: reading a large feed then takes longer.
  ///
  /// There are as many heaps as processors, and threads share them: more of them hold more free memory, and with one for all, questions on
  /// two threads take a quarter longer. A server runs for long and on many threads: there, the defaults are better.
  package static func growMemoryInLargeSteps() {
    let step: Int32 = 128 << 20
    mallopt(M_TOP_PAD, step)
    mallopt(M_TRIM_THRESHOLD, 2 * step)
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_ARENA_MAX, Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Returns free memory in the heap to the system after a part of a run that needed much for itself. Allocations take any free memory first,
  /// also what was never used, so that the memory of a run would grow with each part.
  ///
  /// - Parameter feeds: the number of feeds of the run. With few, nothing is done, because using memory again is faster.
  static func releaseMemory(after feeds: Int) {
    if feeds > 5000 { malloc_trim(0) }
  }

  /// Opens /dev/null for standard streams that are closed. Otherwise, the first file or socket that a run opens would get the descriptor
  /// of stdout, and output would be written to it.
  private static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // Open it in the wrong direction, so that using it fails as if it were closed. `open` returns the lowest free descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
