import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogSession
import FeedKit
import Fetching
import StoreInterface

/// Reads feeds and writes one catalog: the default command.
struct Collect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect", abstract: "Read feeds and write one catalog (the default command).",
    usage: """
      aggregate [--campus ID]… [--feed ID]… [-o FILE]
      aggregate --campus penn --refresh --record DIR
      aggregate --offline [--as-of TIME]
      aggregate --replay DIR [--config FILE] [--format ndjson]
      aggregate --replay DIR --store FILE --at TIME
      aggregate --sample
      """)

  @OptionGroup var source: SourceOptions

  @OptionGroup var live: LiveOptions

  @Option(
    help: ArgumentHelp(
      "Write what the last run at or before this time wrote: a time, an age such as 7d, or latest~1.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("json or ndjson.", valueName: "format"), completion: .list(CatalogFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Exit 4 instead of 3 when a feed is missing.")
  var strict = false

  @Flag(name: [.short, .long], help: "Print no summary.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Show every note of every feed, and every attempt.")
  var verbose = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together.") }
    if source.sample, live.store != nil { throw ValidationError("The results of --sample are not stored; leave out --store.") }
    if asOf != nil {
      let others = [
        ("--at", source.at != nil), ("--sample", source.sample), ("--replay", source.replay != nil), ("--refresh", live.refresh),
        ("--record", live.record != nil), ("--accept", !live.accepted.isEmpty), ("--no-store", live.noStore),
      ]
      if let (name, _) = others.first(where: \.1) {
        throw ValidationError("--as-of writes the catalog of an earlier run unchanged; it cannot be used with \(name).")
      }
    }
    guard source.isRecorded else { return }
    let unused = [
      ("--offline", live.offline), ("--refresh", live.refresh), ("--record", live.record != nil), ("--accept", !live.accepted.isEmpty),
    ]
    if let (name, _) = unused.first(where: \.1) {
      throw ValidationError("\(name) cannot be used with --sample or --replay, which make no requests.")
    }
  }

  func run() async throws {
    let environment = try CommandEnvironment.current()
    let settings = try environment.settings()
    let formatName = settings.text("format", flag: format) ?? "json"
    guard let format = CatalogFormat(rawValue: formatName) else {
      let what = "unknown format \"\(formatName)\"; use \(CatalogFormat.allCases.map(\.rawValue).joined(separator: " or "))"
      throw self.format == nil ? settings.failure("format", what) : Failure(.usage, what)
    }
    let isVerbose = settings.flag("verbose", verbose)
    let isQuiet = quiet || !verbose && settings.flag("quiet", false)
    let clock = SystemClock(fallback: environment.now)
    let log = EventLog(format: try live.format(settings), isVerbose: isVerbose && !isQuiet, clock: clock)
    let isDrawn = !source.isRecorded && !isQuiet && !isVerbose && log.format == .text && Console.isTerminal
    let progress = Progress(isShown: isDrawn, clock: clock)
    let stores = StoreGuard(environment, settings, store: live.store)
    let target = settings.text("output", flag: output) ?? "-"
    try stores.check(target)
    let run: any FinishedRun
    if let asOf {
      let path = try LiveOptions.storePath(settings, environment, flag: live.store)
      let registry = try source.registry(settings)
      let selection = try source.selection(settings, in: registry, isPast: true)
      let past = try await PastCatalog(
        asOf: asOf, selection, of: registry, in: try StoreOption.stored(path), now: environment.now)
      for notice in past.notices { Console.error(notice.text(asOf: asOf, at: past.moment)) }
      run = ReadOnlyRun(parts: past.parts)
    } else if source.replay != nil, live.store != nil {
      run = try await ReplayRun(source: source, live: live, environment: environment, settings: settings, events: log).run()
    } else if source.isRecorded {
      let chosen = try source.choose(settings)
      var replies = try source.recordedReplies(settings)
      replies.deadline = SourceOptions.deadline(live.deadline, environment, settings)
      run = ReadOnlyRun(parts: try await replies.run(chosen.feeds, at: chosen.moment, now: environment.now).parts)
    } else {
      let chosen = try source.choose(settings)
      progress.begin(chosen.feeds.plan)
      defer { progress.end() }
      let liveRun = LiveRun(source: source, live: live, environment: environment, settings: settings, events: log) { event in
        progress.take(event)
        log.take(event)
      }
      run = try await liveRun.run(chosen)
    }
    let catalog = run.parts
    let isStrict = settings.flag("strict", strict)
    let notRecorded = source.isRecorded ? source.feeds.filter { id in !catalog.feeds.contains { $0.id.description == id } } : []
    if log.format == .text {
      for id in notRecorded { Console.error("\(id): the recording has no replies of this feed") }
    }
    let status = isStrict && !notRecorded.isEmpty ? .nothing : ExitStatus(of: catalog.feeds, isStrict: isStrict)
    let summary = Summary(catalog: catalog, isSample: source.sample)
    if log.format == .text, !isQuiet || status == .nothing {
      for line in summary.lines(isVerbose: isVerbose) { Console.error(line) }
    }
    guard status != .nothing else {
      if let error = await run.commit(contentHash: nil).first { throw Failure(.local, "\(error.detail) (\(error.reason))") }
      let message = summary.nothing(isStrict: isStrict, isRecorded: source.isRecorded, notRecorded: notRecorded)
      guard log.format == .json else { throw Failure(.nothing, message) }
      log.tell(.error, "run.nothing", [FetchEvent.Field("detail", message)])
      throw Failure(.nothing)
    }
    let (written, storeErrors) = await write(run, as: format, to: target, stores)
    if case .failure(let failure as Failure) = written, let message = failure.message, failure.isOutputFailure {
      log.tell(.error, "export.io", [FetchEvent.Field("path", target), FetchEvent.Field("detail", message)])
    }
    if let error = storeErrors.first, case .failure(let failure as Failure) = written, failure.status == .brokenPipe {
      throw Failure(.local, "\(error.detail) (\(error.reason))")
    }
    try written.get()
    try run.checkRecording()
    if let error = storeErrors.first {
      throw Failure(.local, "\(error.detail) (\(error.reason)); the catalog was written anyway")
    }
    if status != .delivered { throw Failure(status) }
  }

  /// Writes the catalog, and stores what the run learned, even if the catalog cannot be written. The store and the file go to the disk at
  /// the same time, the store as soon as the content hash is known.
  private func write(
    _ run: any FinishedRun, as format: CatalogFormat, to path: String, _ stores: StoreGuard
  ) async -> (written: Result<Void, any Error>, storeErrors: [StoreError]) {
    var output: CatalogOutput
    do { output = try CatalogOutput(path, stores, size: run.parts.size) } catch {
      return (.failure(error), await run.commit(contentHash: nil))
    }
    if let known = run.parts.contentHash {
      async let errors = run.commit(contentHash: known)
      let written = Result {
        _ = try output.write(run.parts, as: format)
        try output.finish()
      }
      return (written, await errors)
    }
    let hash = Result { try output.write(run.parts, as: format) }
    let known = try? hash.get()
    async let errors = run.commit(contentHash: known)
    let written = Result {
      _ = try hash.get()
      try output.finish()
    }
    return (written, await errors)
  }
}
