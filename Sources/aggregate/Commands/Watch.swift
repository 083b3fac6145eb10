import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogQuery
import FeedKit
import OpeningHours
import SnapshotStore

/// Reads feeds whenever they are due, and reports what has changed.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Read feeds whenever they are due, and report what has changed.",
    usage: """
      aggregate watch --campus penn
      aggregate watch --every 30m --format json -o changes.ndjson
      aggregate watch --once --only breaking --exec ./notify
      """,
    discussion: """
      The first round reports nothing; later rounds report what has changed since. A restarted watch continues where it stopped, even \
      if other runs have read the feeds in the meantime. SIGINT and SIGTERM stop it with exit code 0.
      """)

  @Option(help: ArgumentHelp("How often to check which feeds are due, such as 15m or 1h.", valueName: "duration"))
  var every = "15m"

  @Flag(help: "Run one round, with the exit codes of collect.")
  var once = false

  @OptionGroup var choice: ChangeChoice

  @Option(
    help: ArgumentHelp("text, json (one document per line), markdown or atom.", valueName: "format"),
    transform: { text in
      guard let format = ChangeSink.Format(rawValue: text) else {
        throw ValidationError(
          "unknown format \"\(text)\"; use one of \(ChangeSink.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      return format
    })
  var format: ChangeSink.Format = .text

  @Option(
    name: [.short, .long], help: ArgumentHelp("Append to a file; with atom, add the new entries to it.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Run this program with its arguments for each set of changes: as JSON on stdin, without a shell.", valueName: "command"))
  var exec: String?

  @OptionGroup var source: SourceOptions

  @OptionGroup var live: LiveOptions

  @Flag(name: [.short, .long], help: "Print only the changes, and errors on stderr.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Show every attempt.")
  var verbose = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together.") }
    if source.isRecorded || source.at != nil { throw ValidationError("watch cannot be used with --sample, --replay or --at.") }
    if live.noStore { throw ValidationError("watch needs a store to know what has changed; it cannot be used with --no-store.") }
    if live.offline { throw ValidationError("watch cannot be used with --offline.") }
    if exec?.allSatisfy({ $0 == " " }) == true { throw ValidationError("--exec needs a program.") }
    do throws(QueryError) { _ = try TimeSpan(parsing: every) } catch { throw ValidationError("--every: \(error.message)") }
  }

  func run() async throws {
    let environment = try CommandEnvironment.current()
    let settings = try environment.settings()
    if settings.flag("no-store", false), live.store == nil {
      throw Failure(.usage, "watch needs a store to know what has changed, but the setting no-store is true; name a store with --store")
    }
    let seconds = try TimeSpan(parsing: every).seconds
    let hook = try exec.map { (command) throws(Failure) in try ChangeHook(command, searching: environment.variables["PATH"]) }
    let sink = ChangeSink(
      format: format, path: output == "-" ? nil : output, about: about, stores: StoreGuard(environment, settings, store: live.store))
    try sink.check()
    let stop = StopSignal()
    let round = WatchRound(
      source: source, live: live, choice: choice, sink: sink, hook: hook, isQuiet: quiet, isVerbose: verbose,
      manner: [format.rawValue, sink.path.map(InputFile.absolute) ?? "-", exec ?? ""])
    var isFirst = true
    while true {
      let now = try CommandEnvironment.current()
      let status: ExitStatus
      do {
        status = try await round.run(now, settings, stop)
      } catch {
        if stop.isWished { return }
        guard let failure = Failure(error) else { throw error }
        // What is wrong with the command line or a file of settings is wrong in the next round, too.
        if once || failure.status == .brokenPipe || isFirst && [.usage, .configuration].contains(failure.status) { throw failure }
        if let message = failure.message { Console.error("aggregate: \(message)") }
        status = failure.status
      }
      if stop.isWished { return }
      if once {
        if status != .delivered { throw Failure(status) }
        return
      }
      isFirst = false
      let spent = Int(try CommandEnvironment.current().now.secondsSinceEpoch - now.now.secondsSinceEpoch)
      await stop.wait(seconds: max(1, seconds - max(0, spent)))
      if stop.isWished { return }
    }
  }

  private var about: String { (source.campuses.sorted() + source.feeds.sorted() + choice.words).joined(separator: ", ") }
}
