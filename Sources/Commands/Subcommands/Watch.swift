import ArgumentParser

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
    name: .customLong("format"),
    help: ArgumentHelp("text, json (one document per line), markdown or atom (default: text).", valueName: "format"),
    transform: { try parsedChoice($0, "format") })
  var chosen: ChangeSink.Format?

  @OptionGroup var json: JSONFlag

  private var format: ChangeSink.Format { json.isSet ? .json : chosen ?? .text }

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
    try json.check(chosen?.rawValue)
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together.") }
    if source.isRecorded || source.at != nil { throw ValidationError("watch cannot be used with --sample, --replay or --at.") }
    if live.noStore { throw ValidationError("watch needs a store to know what has changed; it cannot be used with --no-store.") }
    if live.offline { throw ValidationError("watch cannot be used with --offline.") }
    if exec?.allSatisfy({ $0 == " " }) == true { throw ValidationError("--exec needs a program.") }
    do throws(QueryError) { _ = try TimeSpan(parsing: every) } catch { throw ValidationError("--every: \(error.message)") }
  }

  func run() async throws {
    var settings = try Settings.current()
    if settings.flag("no-store", false), live.store == nil {
      throw Failure(.usage, "watch needs a store to know what has changed, but the setting no-store is true; name a store with --store")
    }
    let seconds = try TimeSpan(parsing: every).seconds
    let hook = try exec.map { (command) throws(Failure) in try ChangeHook(command, searching: settings.environment.variables["PATH"]) }
    let sink = ChangeSink(
      format: format, path: output == "-" ? nil : output, about: choice.about(source.campuses, source.feeds),
      stores: StoreGuard(settings, store: live.store), terminal: .current(settings.environment.variables))
    try sink.check()
    let stop = StopSignal()
    var isFirst = true
    repeat {
      settings.environment = try .current()
      let status: ExitStatus
      do {
        status = try await round(settings, sink, hook, stop)
      } catch {
        if stop.isRequested { return }
        guard let failure = Failure(error) else { throw error }
        // An invalid command line or settings file would be invalid in the next round, too.
        if once || failure.status == .brokenPipe || isFirst && [.usage, .configuration].contains(failure.status) { throw failure }
        if let message = failure.message { Console.error("aggregate: \(message)") }
        status = failure.status
      }
      if stop.isRequested { return }
      if once {
        if status != .delivered { throw Failure(status) }
        return
      }
      isFirst = false
      let spent = Int(try CommandEnvironment.current().now.secondsSinceEpoch - settings.environment.now.secondsSinceEpoch)
      await stop.wait(seconds: max(1, seconds - max(0, spent)))
    } while !stop.isRequested
  }

  /// Reads the feeds that are due, then reports what has changed since the last report. Returns the status of the feeds.
  private func round(_ settings: Settings, _ sink: ChangeSink, _ hook: ChangeHook?, _ stop: StopSignal) async throws -> ExitStatus {
    let (plan, moment) = try await source.choose(settings)
    let log = EventLog(format: try live.format(settings), isVerbose: verbose && !quiet, clock: settings.environment.clock)
    let network = try live.network(source, plan.registry, settings, recording: live.recording(settings)) { log.take($0) }
    let run = try await CatalogRun.read(.network(network, plan), at: moment, now: settings.environment.now)
    let errors = await run.finish()
    if log.format == .text, !quiet { Summary.print(run.catalog, isVerbose: verbose) }
    if let error = errors.first { throw error }
    if stop.isRequested { return .delivered }
    let store = try SnapshotStore.open(path: try settings.storePath(flag: live.store))
    defer { store.close() }
    // The properties that identify a watch besides its selection: where and how it reports.
    let traits = [format.rawValue, sink.path.map(InputFile.absolute) ?? "-", exec ?? ""]
    let watch = ChangeWatch(plan.selection, kinds: choice.kinds, ranks: choice.only, traits: traits)
    try await watch.round(in: store) { report in
      switch report {
      case .started(let moment):
        if !quiet { Console.error("Watching from now on: changes after \(moment) will be reported.") }
      case .interrupted(let moment):
        Console.error(
          "aggregate: the last reported run is no longer in the store, so the changes since then are lost; changes after "
            + "\(moment) will be reported")
      case .changes(let log, let document):
        // Run the program first: while it fails, the changes must not be reported elsewhere again and again.
        try await hook?.run(document, stop)
        try sink.write(log, document: document)
      }
    }
    return ExitStatus(of: run.catalog.feeds)
  }
}
