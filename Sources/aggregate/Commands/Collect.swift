import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport
import FeedCore

/// The main job: feeds in, one catalog out.
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
      "What the last run until then wrote, from the store: a time, an age such as 7d, or latest~1.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("json or ndjson.", valueName: "format"), completion: .list(CatalogFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Exit 4 in the place of 3 when a feed is missing.")
  var strict = false

  @Flag(name: [.short, .long], help: "No summary.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Every note of every feed, and every attempt.")
  var verbose = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if source.sample, live.store != nil { throw ValidationError("--sample is an example, not a result to be kept; leave --store out.") }
    if asOf != nil {
      let others = [
        ("--at", source.at != nil), ("--sample", source.sample), ("--replay", source.replay != nil), ("--refresh", live.refresh),
        ("--record", live.record != nil), ("--accept", !live.accepted.isEmpty), ("--no-store", live.noStore),
      ]
      if let (name, _) = others.first(where: \.1) {
        throw ValidationError("--as-of shows what a run wrote then, as it was; \(name) does not go with it.")
      }
    }
    guard source.isRecorded else { return }
    let unused = [
      ("--offline", live.offline), ("--refresh", live.refresh), ("--record", live.record != nil), ("--accept", !live.accepted.isEmpty),
    ]
    if let (name, _) = unused.first(where: \.1) { throw ValidationError("\(name) is about the network; --sample and --replay ask nobody.") }
  }

  func run() async throws {
    let world = try World.current()
    let settings = try world.settings()
    let formatName = settings.text("format", flag: format) ?? "json"
    guard let format = CatalogFormat(rawValue: formatName) else {
      let what = "no format \"\(formatName)\"; known are \(CatalogFormat.allCases.map(\.rawValue).joined(separator: ", "))"
      throw self.format == nil ? settings.failure("format", what) : Failure(.usage, what)
    }
    let isVerbose = settings.flag("verbose", verbose)
    let isQuiet = quiet || !verbose && settings.flag("quiet", false)
    let clock = SystemClock(fallback: world.now)
    let log = EventLog(format: try live.format(settings), isVerbose: isVerbose && !isQuiet, clock: clock)
    let isDrawn = !source.isRecorded && !isQuiet && !isVerbose && log.format == .text && Console.isTerminal
    let progress = Progress(isShown: isDrawn, clock: clock)
    let catalog: CatalogParts
    // What ends the run, with the errors of the store.
    var end: () async -> [StoreError] = { [] }
    var outcome: LiveRun.Outcome?
    if let asOf {
      let path = try LiveOptions.storePath(settings, world, flag: live.store)
      let past = try await PastCatalog.read(asOf: asOf, source, store: path, world, settings)
      catalog = past.parts
    } else if source.replay != nil, live.store != nil {
      try checkOutput(world, settings)
      let ended = try await ReplayRun(source: source, live: live, world: world, settings: settings, events: log).run()
      (catalog, end) = (ended.run.parts, { await ended.end() })
    } else if source.isRecorded {
      catalog = try await source.run(world, settings).parts
    } else {
      let chosen = try source.choose(settings)
      try checkOutput(world, settings)
      progress.begin(chosen.plan)
      defer { progress.end() }
      let liveRun = LiveRun(source: source, live: live, world: world, settings: settings, events: log) { event in
        progress.take(event)
        log.take(event)
      }
      let ended = try await liveRun.run(chosen)
      (catalog, end, outcome) = (ended.run.parts, { await ended.end() }, ended)
    }
    let isStrict = settings.flag("strict", strict)
    let notRecorded = source.isRecorded ? source.feeds.filter { id in !catalog.feeds.contains { $0.id.description == id } } : []
    if log.format == .text {
      for id in notRecorded { Console.error("\(id): the recording has nothing of this feed") }
    }
    let status = isStrict && !notRecorded.isEmpty ? .nothing : ExitStatus(of: catalog.feeds, isStrict: isStrict)
    let summary = Summary(catalog: catalog, isSample: source.sample)
    if log.format == .text, !isQuiet || status == .nothing {
      for line in summary.lines(isVerbose: isVerbose) { Console.error(line) }
    }
    guard status != .nothing else {
      if let error = await end().first { throw Failure(.local, "\(error.detail) (\(error.reason))") }
      let message = summary.nothing(isStrict: isStrict, isRecorded: source.isRecorded, notRecorded: notRecorded)
      guard log.format == .json else { throw Failure(.nothing, message) }
      log.tell(.error, "run.nothing", [FetchEvent.Field("detail", message)])
      throw Failure(.nothing)
    }
    // What the run learned is kept while the file is written or goes to the disk, and also when the catalog can not be written.
    let target = settings.text("output", flag: output) ?? "-"
    let written = Result { try write(catalog, format, to: target) { outcome?.beginToEnd(contentHash: $0) } }
    if case .failure(let failure as Failure) = written, let message = failure.message, message.contains("(export.io)") {
      log.tell(.error, "export.io", [FetchEvent.Field("path", target), FetchEvent.Field("detail", message)])
    }
    let storeErrors = await end()
    try written.get()
    try outcome?.recording?.check()
    if let error = storeErrors.first {
      throw Failure(.local, "\(error.detail) (\(error.reason)); the catalog was written all the same")
    }
    if status != .delivered { throw Failure(status) }
  }

  /// The catalog must not be written over the store.
  private func checkOutput(_ world: World, _ settings: Settings) throws(Failure) {
    guard let path = settings.text("output", flag: output), path != "-", !live.noStore else { return }
    let store = try LiveOptions.storePath(settings, world, flag: live.store)
    guard InputFile.isSameFile(path, store) else { return }
    throw Failure(.usage, "-o and --store name the same file, \(path); the catalog would be written over the store")
  }

  /// - Parameter meanwhile: takes the content hash, where the format has one, as soon as it is known: what is left then is to write, or
  ///   only to wait for the disk.
  private func write(_ catalog: CatalogParts, _ format: CatalogFormat, to path: String, meanwhile: (String?) -> Void) throws {
    do {
      if let known = catalog.contentHash { meanwhile(known) }
      guard path != "-" else { return meanwhile(try format.write(catalog) { try Console.write($0) }) }
      var file = try OutputFile(path)
      file.reserve(catalog.size)
      meanwhile(try format.write(catalog) { try file.write($0) })
      try file.finish()
    } catch let error as StoreError {
      // What was whole when it was read can not be unpacked.
      throw Failure(.local, "\(error.detail) (\(error.reason)); the catalog could not be written")
    }
  }
}
