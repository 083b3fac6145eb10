import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogQuery
import CatalogSession
import FeedKit
import Fetching
import OpeningHours
import SnapshotStore

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Read the feeds as they become due, and report what has changed.",
    usage: """
      aggregate watch --campus penn
      aggregate watch --every 30m --format json -o changes.ndjson
      aggregate watch --once --only breaking --exec ./notify
      aggregate watch -q --exec-text 'mail -s {subject} dining@example.edu'
      aggregate watch --replay series
      """,
    discussion: """
      The first round reports nothing. A restarted watch continues where it stopped, even if other runs have read the feeds in the \
      meantime. SIGINT and SIGTERM stop it with exit code 0.

      --replay reads recordings instead: one folder in DIR each round, in the order of their names, or DIR itself if it is a recording. \
      It makes no requests, uses a temporary store unless --store is given, and pauses only if --every is given, which may be as short as 1s then.
      """)

  @Option(help: ArgumentHelp("How often to check which feeds are due, such as 15m or 1h (default: 15m).", valueName: "duration"))
  var every: String?

  @Flag(help: "Run one round, with the exit codes of collect.")
  var once = false

  @OptionGroup var choice: ChangeChoice

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp("text, json (one document per line), markdown or atom (default: text).", valueName: "format"),
    completion: .list(ChangeSink.Format.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "format") })
  var chosenFormat: ChangeSink.Format?

  @OptionGroup var json: JSONFlag

  private var format: ChangeSink.Format { json.isSet ? .json : chosenFormat ?? .text }

  @Option(
    name: [.short, .long], help: ArgumentHelp("Append to this file; with atom, add new entries to the feed in it.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Run this program, without a shell, for each set of changes, which it reads as JSON from stdin.", valueName: "command"))
  var exec: String?

  @Option(
    help: ArgumentHelp(
      "Run this program, without a shell, for each set of changes, which it reads as text from stdin; {subject} is a line about them.",
      valueName: "command"))
  var execText: String?

  @Option(
    help: ArgumentHelp("Try it out with recordings: each round reads the next folder in this one.", valueName: "dir"),
    completion: .directory)
  var replay: String?

  @OptionGroup var style: StyleOption
  @OptionGroup var chosen: SelectionOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var network: NetworkOptions

  @Flag(name: [.short, .long], help: "Print only changes and errors.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Show every request.")
  var verbose = false

  func validate() throws {
    try json.check(chosenFormat?.rawValue)
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together.") }
    for (name, command) in [("--exec", exec), ("--exec-text", execText)] where command?.allSatisfy({ $0 == " " }) == true {
      throw ValidationError("\(name) needs a program.")
    }
    if exec != nil, execText != nil { throw ValidationError("--exec and --exec-text cannot be used together; start two watches.") }
    do throws(QueryError) { _ = try seconds() } catch { throw ValidationError("--every: \(error.message)") }
    let live = [
      ("--refresh", network.refresh), ("--record", network.record != nil), ("--accept", !network.accepted.isEmpty),
      ("--per-host", network.perHost != nil), ("--allow-private", network.allowPrivate),
    ]
    if replay != nil, let (name, _) = live.first(where: \.1) {
      throw ValidationError("\(name) cannot be used with --replay, which makes no requests.")
    }
  }

  /// Returns the time between the starts of two rounds. Intervals of a few seconds are only allowed for recordings.
  private func seconds() throws(QueryError) -> Int {
    if replay != nil, let every, every.hasSuffix("s"), let seconds = Int(every.dropLast()), (1...3600).contains(seconds) { return seconds }
    return try TimeSpan(parsing: every ?? "15m").seconds
  }

  func run() async throws {
    var settings = try Settings.current()
    if settings.flag("no-store", false), network.store == nil, replay == nil {
      throw Failure(.usage, "watch needs a store to know what has changed, but the setting no-store is true; name a store with --store")
    }
    let seconds = try seconds()
    let hook = try (exec ?? execText).map { (command) throws(Failure) in
      try ChangeHook(command, exec != nil ? .json : .text, searching: settings.environment.variables["PATH"])
    }
    let sink = ChangeSink(
      format: format, path: output == "-" ? nil : output, about: choice.about(chosen.campuses, chosen.feeds),
      stores: StoreGuard(settings, store: network.store), terminal: .current(settings.environment.variables))
    try sink.check()
    let recordings = try replay.map { try RecordingSeries($0, of: try chosen.plan(settings, publicURL: network.publicURL)) }
    let temporary = recordings != nil && network.store == nil ? try TemporaryStore() : nil
    defer { temporary?.remove() }
    let stop = StopSignal()
    var number = 0
    var reported: String?
    repeat {
      settings.environment = try .current()
      let round = Round(
        plan: try chosen.plan(settings, asks: number == 0, publicURL: network.publicURL), recording: recordings?.folders[number],
        reported: reported,
        isLast: number + 1 == recordings?.folders.count, settings: settings,
        log: EventLog(format: try network.format(settings), isVerbose: verbose && !quiet, clock: settings.environment.clock),
        storePath: try temporary?.path ?? settings.storePath(flag: network.store))
      number += 1
      let status: ExitStatus
      var zones = round.zones
      do {
        if let recordings, let folder = round.recording { say("round \(number) of \(recordings.folders.count): \(folder)", round.log) }
        (status, zones) = try await perform(round, sink, hook, stop)
        reported = round.recording
      } catch {
        if stop.isRequested { return }
        guard let failure = Failure(error) else { throw error }
        // An invalid command line or settings file would fail the next round as well.
        if once || round.isLast || failure.status == .brokenPipe || number == 1 && [.usage, .configuration].contains(failure.status) {
          throw failure
        }
        if let message = failure.message { Console.error(message) }
        status = failure.status
      }
      if stop.isRequested { return }
      if once {
        if status != .delivered { throw Failure(status) }
        return
      }
      if round.isLast { return }
      if recordings != nil, every == nil { continue }
      let now = try CommandEnvironment.current().now
      let pause = max(1, seconds - max(0, Int(now.secondsSinceEpoch - settings.environment.now.secondsSinceEpoch)))
      if let next = Instant(secondsSinceEpoch: now.secondsSinceEpoch + Int64(pause)) {
        say("next round at \(next.zonedText(in: zones))", round.log)
        round.log.log(.info, "watch.next", [LogField("at", next.description)])
      }
      await stop.wait(seconds: pause)
    } while !stop.isRequested
  }

  /// The feeds of one round, and the store of the results.
  private struct Round {
    let plan: Plan
    /// The folder of a recording; nil to poll the feeds.
    let recording: String?
    /// The folder of the recording that the last reported round read; nil if there is none.
    let reported: String?
    /// Whether no round follows, because there are no more recordings.
    let isLast: Bool
    let settings: Settings
    let log: EventLog
    let storePath: String

    /// The zones of the selected campuses.
    var zones: [Zone] { plan.readings.compactMap(\.feed.campus.timeZone) }
  }

  /// Prints a message about the progress of the watch.
  private func say(_ message: String, _ log: EventLog) {
    if !quiet, log.format == .text { Console.error(message) }
  }

  /// Reads the feeds that are due, then reports the changes since the last report. Returns the status of the feeds, and the zones of
  /// their campuses.
  private func perform(
    _ round: Round, _ sink: ChangeSink, _ hook: ChangeHook?, _ stop: StopSignal
  ) async throws -> (ExitStatus, zones: [Zone]) {
    let run = try await read(round)
    let errors = await run.finish()
    if round.log.format == .text, !quiet { Summary.print(run.catalog, isVerbose: verbose) }
    if let error = errors.first { throw error }
    let zones = run.catalog.zones
    if stop.isRequested { return (.delivered, zones) }
    let store = try SnapshotStore.openToWrite(round.storePath)
    defer { store.close() }
    // The properties that identify a watch besides its selection: where and how it reports.
    let traits = [format.rawValue, sink.path.map(InputFile.absolute) ?? "-", exec ?? ""] + [execText].compactMap(\.self)
    var watch = ChangeWatch(round.plan.selection, kinds: choice.kinds, ranks: choice.only, traits: traits)
    watch.style = style.choice(round.settings)
    try await watch.round(in: store) { report in
      switch report {
      case .started(let moment):
        say("watching from now on: changes after \(moment.zonedText(in: zones)) will be reported", round.log)
      case .interrupted(let moment):
        Console.error(
          "the last reported run is no longer in the store, so the changes since then are lost; changes after "
            + "\(moment.zonedText(in: zones)) will be reported")
      case .changes(var log, let document):
        if let folder = round.recording { log.setNames(old: (round.reported, false), new: (folder, false)) }
        // Run the program first: otherwise, while it keeps failing, the changes would be reported elsewhere in every round.
        try await hook?.run(log, document: document, isLast: round.isLast, stop)
        try sink.write(log, document: document)
      }
    }
    return (ExitStatus(of: run.catalog.feeds), zones)
  }

  private func read(_ round: Round) async throws -> CatalogRun {
    let (settings, log) = (round.settings, round.log)
    let now = settings.environment.now
    guard let folder = round.recording else {
      let recording = network.recording(settings)
      let source = try network.source(round.plan.registry, settings, jobs: jobs.jobs, recording: recording) { log.take($0) }
      return try await CatalogRun.read(.network(source, round.plan), now: now)
    }
    var replies = try RecordedReplies(in: folder, settings, jobs: jobs.jobs, deadline: network.deadline)
    replies.events = { log.take($0) }
    let source = CatalogRun.Source.recording(replies, round.plan, into: .file(path: round.storePath))
    do throws(SessionError) { return try await CatalogRun.read(source, now: now) } catch {
      guard case .outdatedRecording(let newest, isInFuture: false) = error.code else { throw error }
      // Recordings are read in the order of their names, even if the times of their replies are in a different order.
      return try await CatalogRun.read(source, at: "\(newest.generatedAt)", now: now)
    }
  }
}
