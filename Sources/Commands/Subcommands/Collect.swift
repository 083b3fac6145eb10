import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SnapshotStore

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

  @OptionGroup var source: SelectionOptions

  @Flag(help: .sample)
  var sample = false

  @Option(help: .replay, completion: .directory)
  var replay: String?

  @OptionGroup var time: TimeOption
  @OptionGroup var jobs: JobsOption
  @OptionGroup var live: LiveOptions
  @OptionGroup var network: NetworkOptions

  @Option(
    help: ArgumentHelp(
      "Write the catalog of the last run at or before this time: 2026-11-20, 7d (a week ago), 1mo or latest~1.", valueName: "time"))
  var asOf: String?

  @Option(
    help: ArgumentHelp("json, ndjson, or a format of aggregate export (default: json).", valueName: "format"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)))
  var format: String?

  @OptionGroup var export: ExportOptions

  @OptionGroup var json: JSONFlag

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Exit with 4 instead of 3 if a feed does not deliver.")
  var strict = false

  @Flag(name: [.short, .long], help: "Print no summary, only the feeds that did not deliver.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Show every note and every request.")
  var verbose = false

  /// Whether replies come from the sample or a recording rather than from the network.
  private var isRecorded: Bool { sample || replay != nil }

  func validate() throws {
    if sample, replay != nil { throw ValidationError("--sample and --replay cannot be used together.") }
    try json.check(format)
    try live.check(network)
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together.") }
    if sample, network.store != nil { throw ValidationError("The results of --sample are not stored; leave out --store.") }
    if asOf != nil {
      let others = [
        ("--at", time.at != nil), ("--sample", sample), ("--replay", replay != nil), ("--refresh", network.refresh),
        ("--record", network.record != nil), ("--accept", !network.accepted.isEmpty), ("--no-store", live.noStore),
      ]
      if let (name, _) = others.first(where: \.1) {
        throw ValidationError("--as-of writes the catalog of an earlier run unchanged; it cannot be used with \(name).")
      }
    }
    guard isRecorded else { return }
    let unused = [
      ("--offline", live.offline), ("--refresh", network.refresh), ("--record", network.record != nil),
      ("--accept", !network.accepted.isEmpty),
    ]
    if let (name, _) = unused.first(where: \.1) {
      throw ValidationError("\(name) cannot be used with --sample or --replay, which make no requests.")
    }
  }

  func run() async throws {
    let settings = try Settings.current()
    if format == nil, !json.isSet { try settings.check("format") }
    let formatName = json.isSet ? "json" : settings.text("format", flag: format) ?? "json"
    let format: ExportFormat
    do { format = try ExportFormat.parsed(formatName) } catch { throw Failure(.usage, error.message) }
    try export.check(format)
    let isVerbose = settings.flag("verbose", verbose)
    let isQuiet = quiet || !verbose && settings.flag("quiet", false)
    if isQuiet { Console.silenceNotes() }
    let clock = settings.environment.clock
    let log = EventLog(format: try network.format(settings), isVerbose: isVerbose && !isQuiet, clock: clock)
    let isDrawn = !isRecorded && !isQuiet && !isVerbose && log.format == .text && Console.isTerminal
    let progress = isDrawn ? Progress(clock: clock) : nil
    defer { progress?.end() }
    let stores = StoreGuard(settings, store: network.store)
    let target = settings.text("output", flag: output) ?? "-"
    try stores.check(target)
    let recording = network.recording(settings)
    let older = try await older(format, settings)
    let run = try await read(settings, recording, progress, log)
    Aggregate.releaseMemory(after: run.catalog.feeds.count)
    progress?.end()
    let isStrict = settings.flag("strict", strict)
    // The feeds named on the command line that the recording does not have. In a strict run, they count as missing.
    let notRecorded = isRecorded ? source.feeds.filter { id in !run.catalog.feeds.contains { $0.id.description == id } } : []
    let status = isStrict && !notRecorded.isEmpty ? .nothing : ExitStatus(of: run.catalog.feeds, isStrict: isStrict)
    if log.format == .text {
      for id in notRecorded { Console.error("\(id): the recording has no replies of this feed") }
      if !isQuiet || status == .nothing {
        Summary.print(run.catalog, isSample: sample, isVerbose: isVerbose)
      } else {
        Summary.printFailures(run.catalog.feeds)
      }
    }
    guard status != .nothing else {
      if let error = await run.finish().first { throw error }
      let message = Summary.nothing(
        run.catalog.feeds, isStrict: isStrict, isRecorded: isRecorded, notRecorded: notRecorded,
        selectedBy: settings.selectingSetting(campuses: source.campuses, feeds: source.feeds))
      guard log.format == .json else { throw Failure(.nothing, message) }
      log.log(.error, "run.nothing", [LogField("detail", message)])
      throw Failure(.nothing)
    }
    let (written, storeErrors) = await finish(run, format, older, settings, target, stores)
    if case .failure(let failure as Failure) = written {
      if let message = failure.message, failure.isOutputFailure {
        log.log(.error, "export.io", [LogField("path", target), LogField("detail", message)])
      }
      if failure.status == .brokenPipe, let error = storeErrors.first { throw error }
    }
    try written.get()
    try recording?.check()
    if let error = storeErrors.first {
      throw Failure(.local, "\(SessionError(error).message); the catalog was written anyway")
    }
    if status != .delivered { throw Failure(status) }
  }

  /// Returns the catalog with which `atom` compares; nil for other formats.
  private func older(_ format: ExportFormat, _ settings: Settings) async throws -> PastCatalogText? {
    guard format == .atom, let since = export.since else { return nil }
    let selection = try source.selection(settings, in: try source.registry(settings), isPast: true)
    var store = StoreOption()
    store.store = network.store
    return try await PastCatalogText.find(since, selection, store, settings)
  }

  /// Writes the catalog and stores the results, even if the catalog cannot be written.
  private func finish(
    _ run: CatalogRun, _ format: ExportFormat, _ older: PastCatalogText?, _ settings: Settings, _ target: String, _ stores: StoreGuard
  ) async -> (written: Result<Void, any Error>, storeErrors: [StoreError]) {
    guard format.statesChanges else {
      do {
        let renderer =
          if let older { try await feedRenderer(since: older, of: run, settings, target) } else {
            renderer(format, settings, at: run.moment)
          }
        return await run.finish(writingTo: try OutputFile(target, stores, as: renderer))
      } catch {
        return (.failure(error), await run.finish())
      }
    }
    // The store knows when entries changed once it has their results.
    let storeErrors = await run.commit()
    let changes = await changeTimes(of: run, settings)
    let written = Result<Void, any Error> {
      var output = try OutputFile(target, stores, as: renderer(format, settings, at: run.moment, changes))
      _ = try output.write(run.catalog)
      try output.finish()
    }
    await run.end(storeErrors)
    return (written, storeErrors)
  }

  /// Returns when the entries of a stored run last changed; nil without a store.
  private func changeTimes(of run: CatalogRun, _ settings: Settings) async -> EntryChangeTimes? {
    if asOf == nil {
      guard !isRecorded || network.store != nil, case .file? = try? live.storeChoice(settings, path: network.store) else { return nil }
    }
    guard let path = try? settings.storePath(flag: network.store), let store = try? StoreOption.openIfPresent(path) else { return nil }
    defer { store.close() }
    return try? await store.changeTimes(until: asOf == nil ? nil : run.catalog.generatedAt)
  }

  /// Returns the way to write the catalog. With `--at`, exports leave out entries that are over at that time; the catalog itself does not.
  private func renderer(
    _ format: ExportFormat, _ settings: Settings, at moment: Instant, _ changes: EntryChangeTimes? = nil
  ) -> CatalogRenderer? {
    if format == .json, !export.isFiltering { return nil }
    return { catalog, file in
      var header = header(of: catalog, format, settings, at: moment)
      if let changes { header.lastChange = { changes.time(of: $0) } }
      try export.export(format, header).write(EntryStream(catalog), to: &file)
      return nil
    }
  }

  /// Returns the way to write the changes since an older catalog instead of the catalog.
  private func feedRenderer(since older: PastCatalogText, of run: CatalogRun, _ settings: Settings, _ target: String) async throws
    -> CatalogRenderer
  {
    let header = header(of: run.catalog, .atom, settings, at: run.moment)
    let part = try export.part(of: EntryStream(run.catalog), header)
    let feed = try await export.changes(since: older, to: part, header, in: target)
    return { _, file in
      try feed.utf8.span.withUnsafeBytes { try file.write($0) }
      return nil
    }
  }

  private func header(of catalog: CatalogParts, _ format: ExportFormat, _ settings: Settings, at moment: Instant) -> ExportHeader {
    var rule = StatusRule(at: moment, kind: asOf == nil ? LocalMoment.kind(of: time.at) : .chosen, campuses: catalog.campuses)
    rule.chosenStyle = export.style(settings)
    return ExportHeader(
      generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: rule,
      filter: export.filter(leavesOutPast: time.at != nil && format != .json && format != .ndjson))
  }

  private func read(
    _ settings: Settings, _ recording: RecordingFolder?, _ progress: Progress?, _ log: EventLog
  ) async throws -> CatalogRun {
    let now = settings.environment.now
    if let asOf {
      let path = try settings.storePath(flag: network.store)
      let registry = try source.registry(settings)
      let selection = try source.selection(settings, in: registry, isPast: true)
      let past = try await PastCatalog(asOf: asOf, selection, in: try StoreOption.stored(path), now: now)
      if PointInTime.isAge(asOf), !past.run.isFiltered {
        Console.note(
          SessionNotice.run(past.run.generatedAt).text(asOf: asOf, at: past.moment, in: past.parts.campuses.compactMap(\.timeZone)))
      }
      for notice in past.notices { Console.note(notice.text(asOf: asOf, at: past.moment, in: past.parts.campuses.compactMap(\.timeZone))) }
      return try await .read(.pastRun(past), now: now)
    }
    let plan = try source.plan(settings, asks: true, publicURL: network.publicURL, replay: replay)
    Aggregate.releaseMemory(after: plan.readings.count)
    if isRecorded {
      var replies = try RecordedReplies(in: replay, settings, jobs: jobs.jobs, deadline: network.deadline)
      replies.events = { log.take($0) }
      if let replay { await Self.noteUnread(plan, in: replay) }
      let store = network.store == nil ? nil : try live.storeChoice(settings, path: network.store)
      return try await .read(.recording(replies, plan, into: store), at: time.at, now: now)
    }
    progress?.begin(plan)
    let feeds = try live.source(network, plan.registry, settings, jobs: jobs.jobs, recording: recording) { event in
      if case .feed(let event) = event { progress?.take(event) }
      log.take(event)
    }
    return try await .read(.network(feeds, plan), at: time.at, now: now)
  }

  /// Writes notes on feeds that have a folder in a recording, but no reply in it, such as one with another name.
  private static func noteUnread(_ plan: Plan, in folder: String) async {
    for reading in plan.readings where InputFile.isFolder("\(folder)/\(reading.feed.id)") {
      let requests = (try? await reading.adapter.requests(for: reading.feed)) ?? []
      let names = requests.flatMap { (try? $0.expanded(on: nil)) ?? [$0] }.map(\.fileName)
      let path = "\(folder)/\(reading.feed.id)"
      guard !names.isEmpty, !names.contains(where: { FileManager.default.fileExists(atPath: "\(path)/\($0)") }) else { continue }
      Console.note("\(path) has no \(names.joined(separator: " or ")): the feed is left out")
    }
  }
}
