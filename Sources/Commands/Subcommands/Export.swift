import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours
import SnapshotStore

struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a catalog in another format.",
    usage: """
      aggregate export --format geojson -o places.geojson
      aggregate export catalog.json --format geojson
      aggregate export 1mo --format csv
      aggregate export --sample --format ics --campus gmu --category library
      aggregate export catalog.json --format csv --table hours
      aggregate export catalog.json --format html --at 18:00 -o today.html
      aggregate export new.json --format atom --since old.json
      aggregate export --history --since 30d --format csv -o history
      aggregate export --list
      """,
    discussion: """
      Without a file, a time, --sample or --replay, exports what is piped to stdin, otherwise the last run in the store. \
      The same catalog and options give the same bytes. A file is written whole or not at all. Docs/data/exports.md shows each format.
      """)

  @Argument(
    help: ArgumentHelp(
      "A catalog file (JSON or NDJSON; - is stdin), or the time of a run in the store: latest~1, 2026-11-20, 7d, 1mo.", valueName: "file"),
    completion: .file(extensions: ["json", "ndjson"]))
  var file: String?

  @Flag(help: .sample)
  var sample = false

  @Option(help: .replay, completion: .directory)
  var replay: String?

  @Option(
    name: .customLong("format"), help: ArgumentHelp("The format: see --list.", valueName: "format"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)), transform: { try ExportFormat.parsed($0) })
  var format: ExportFormat?

  @Flag(help: "List the formats.")
  var list = false

  @Option(
    name: .customLong("campus"), help: ArgumentHelp("Only this campus (repeatable).", valueName: "id"),
    completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  @OptionGroup var options: ExportOptions

  @Option(
    help: ArgumentHelp(
      "Answer for this time, and leave out events and alerts that are over then: 18:00, \"tomorrow 12:00\", 2026-11-25, or RFC 3339.",
      valueName: "time"))
  var at: String?

  @Flag(
    help: """
      For geojson and osm-hours: the usual hours of each weekday instead of those with dates, for maps; only places with the same week in \
      three weeks. For html and markdown: mark the days that differ from the usual week. From the results in the store.
      """)
  var usual = false

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var history: HistoryOptions
  @OptionGroup var config: RegistryOption
  @OptionGroup var store: StoreOption
  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if list { return }
    if history.history {
      if file != nil || sample || replay != nil {
        throw ValidationError("--history is about a store; name it with --store instead of a catalog.")
      }
      if format == nil { throw ValidationError("Choose a format for --history: csv, ndjson or sqlite.") }
      return
    }
    if !history.feeds.isEmpty { throw ValidationError("--feed is for --history.") }
    let inputs = [("a file or a time", file != nil), ("--sample", sample), ("--replay", replay != nil)].filter(\.1).map(\.0)
    if inputs.count > 1 { throw ValidationError("Choose one of \(inputs.joined(separator: " and ")).") }
    if format == nil { throw ValidationError("Choose a format with --format; aggregate export --list shows all.") }
  }

  func run() async throws {
    if history.history { return try await writeHistory() }
    let settings = try Settings.current()
    if list { return try printList(settings) }
    guard let format else { return }
    try options.check(format)
    if usual, format.usualWeekUse == nil {
      let formats = ExportFormat.allCases.filter { $0.usualWeekUse != nil }.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "--usual is for the formats \(formats)")
    }
    let stores = StoreGuard(settings, store: store.store)
    let target = output ?? "-"
    try stores.check(target)
    let text = try await input(settings)
    let stream = try open(text, settings)
    var header = try header(of: stream, settings)
    if usual { header.usual = try await usualWeeks(header, for: format, settings) }
    if format == .atom, let since = options.since {
      let old = try await PastCatalogText.find(since, RunSelection(campuses: Array(header.filter.campuses).sorted()), store, settings)
      let part = try text.locatingErrors { try options.part(of: stream, header) }
      return try OutputFile.write(try await options.changes(since: old, to: part, header, in: target), to: target, stores)
    }
    let export = options.export(format, header)
    var output = try OutputFile(target, stores)
    try text.locatingErrors { try export.write(stream, to: &output) }
    try output.finish()
  }

  // MARK: - Input

  private func input(_ settings: Settings) async throws -> CatalogText {
    if sample || replay != nil { return try await recorded(settings) }
    if let file { return try await stored(file, settings) }
    if InputFile.isPiped {
      let text = try CatalogText.file("-")
      if try !text.firstLine().isEmpty { return text }
    }
    guard try StoreOption.openIfPresent(try settings.storePath(flag: store.store)) != nil else {
      throw Failure(
        .nothing,
        "there is no catalog to export and no store yet; name a file, run `aggregate` first, or see a built-in example with --sample")
    }
    return try await stored("latest", settings)
  }

  /// Returns a catalog file, or the catalog of a run in the store.
  private func stored(_ name: String, _ settings: Settings) async throws -> CatalogText {
    let found = try await PastCatalogText.find(name, try selection(settings), store, settings)
    if let run = found.run { Console.note("exports the run of \(run.generatedAt.zonedText(in: try await found.store?.zones() ?? []))") }
    return found.text
  }

  /// Returns the catalog of the sample or of a recording, as `collect` makes it.
  private func recorded(_ settings: Settings) async throws -> CatalogText {
    var registry = try config.registry(settings)
    if let replay { registry.include(BuiltInCampuses.files.map(\.campus).filter { InputFile.isFolder("\(replay)/\($0)") }) }
    let chosen = try selection(settings)
    let plan = try Plan(selecting: chosen.isAll ? try settings.selection(in: registry) : chosen, from: registry)
    let replies = try RecordedReplies(in: replay, settings, jobs: nil, deadline: nil)
    let run = try await CatalogRun.read(.recording(replies, plan), at: at, now: settings.environment.now)
    guard run.catalog.feeds.contains(where: { $0.outcome.isDelivered }) else {
      throw Failure(.nothing, "\(replay ?? "the sample") has no replies of the selected feeds that can be read")
    }
    if sample { Console.note(SessionNotice.sample(run.moment, in: run.catalog.zones)) }
    return try CatalogText(run.catalog, named: replay ?? "the sample")
  }

  /// Returns the selected campuses; empty for all.
  private func selection(_ settings: Settings) throws(Failure) -> RunSelection {
    RunSelection(
      campuses: try campuses.flatMap { $0.split(separator: ",").map(String.init) }.map { (text) throws(Failure) in
        guard let id = CampusID(text) else { throw Failure(.usage, "--campus: invalid campus id \"\(text)\"; ids look like penn") }
        return id
      })
  }

  /// Opens a catalog to read it piece by piece.
  private func open(_ text: CatalogText, _ settings: Settings) throws -> EntryStream {
    guard CatalogReader.isNDJSON(try text.firstLine()) else { return try text.locatingErrors { try EntryStream.open(text) } }
    do {
      let stream = try EntryStream.open(
        ndjson: text, known: Registry(readable: settings).allCampuses, generatedAt: settings.environment.now)
      Console.note(
        at == nil
          ? "\(text.name) has no time and no reports of feeds: the export has the current time (--at sets another) and only the ids of its sources"
          : "\(text.name) has no reports of feeds: the export has only the ids of its sources")
      return stream
    } catch let error as CatalogError {
      throw Failure(.data, error, text.name, try text.bytes())
    }
  }

  private func header(of stream: EntryStream, _ settings: Settings) throws -> ExportHeader {
    let known = stream.campuses.map(\.id.description)
    let ids = try campuses.flatMap { $0.split(separator: ",").map(String.init) }.map { text in
      guard let id = CampusID(text), known.contains(text) else { throw Failure(PlanError(kind: "campus", id: text, known: known)) }
      return id
    }
    let filter = options.filter(ids, leavesOutPast: at != nil)
    let selected = stream.campuses.filter { filter.accepts($0.id) }
    let moments = try at.map { text in
      try LocalMoment.parse(text, onClocksOf: selected, today: stream.generatedAt)
    }
    var rule = StatusRule(
      at: moments?.instant ?? stream.generatedAt, moments?.byCampus ?? [:], kind: LocalMoment.kind(of: at), campuses: stream.campuses)
    rule.chosenStyle = options.style(settings)
    // Only a catalog has a time of its own.
    let generatedAt = stream.hasReports ? stream.generatedAt : rule.instant
    var header = ExportHeader(generatedAt: generatedAt, campuses: stream.campuses, feeds: stream.feeds, rule: rule, filter: filter)
    header.unreportedFeeds = stream.unreportedFeeds.filter { filter.accepts($0.campus) }
    return header
  }

  /// Returns the usual weeks of the places of an export, from the results in the store.
  ///
  /// - Throws: `Failure` with exit code 4 if there are none that the format can use.
  private func usualWeeks(
    _ header: ExportHeader, for format: ExportFormat, _ settings: Settings
  ) async throws -> @Sendable (Entry) -> UsualWeek? {
    let opened = try store.open(settings)
    var weeks: [CampusID: UsualWeeks] = [:]
    for campus in header.campuses {
      weeks[campus.id] = try await opened.usualWeeks(of: campus, at: header.rule.instants[campus.id] ?? header.rule.instant)
    }
    let isForMaps = format.usualWeekUse == .baseHours
    guard weeks.values.contains(where: { $0.all.contains { !isForMaps || $0.isCertain } }) else {
      let needed = isForMaps ? "the same hours on each weekday of three weeks" : "the same hours on a weekday of two weeks"
      throw Failure(.nothing, "\(opened.path) has no usual hours of these campuses yet: no place has had \(needed)")
    }
    return { [weeks] in weeks[$0.campus]?.week(of: $0) }
  }

  private func printList(_ settings: Settings) throws {
    let formats =
      ExportFormat.allCases.map { ($0.rawValue, $0.summary) } + [
        ("parquet", "Typed columns for DuckDB and other tools: \(ExportFormat.parquetAdvice).")
      ]
    let lines = Table.wrapped(["FORMAT", "WHAT IT IS FOR"], formats.map { [$0.0, $0.1] }, on: .current(settings.environment.variables))
    try Console.write(lines.map { $0 + "\n" }.joined())
  }
}
