import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogSession
import OpeningHours
import SnapshotStore

/// The options of commands that open a catalog: where it is, and which part of it.
struct CatalogOptions: FeedSelecting {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp("Read a catalog file (JSON or NDJSON), not the store; - is stdin.", valueName: "file"),
    completion: .file(extensions: ["json", "ndjson"]))
  var file: String?

  @Option(help: ArgumentHelp("The store to read; it also has the favorites.", valueName: "file"), completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Use the last run at or before this time: 2026-11-20, 7d (a week ago), 1mo or latest~1.", valueName: "time"))
  var asOf: String?

  @Option(name: .customLong("campus"), help: .campus, completion: .custom(Candidates.campuses))
  var campuses: [String] = []

  @Option(name: .customLong("feed"), help: .feed, completion: .custom(Candidates.feeds))
  var feeds: [String] = []

  @Option(name: .customLong("config"), help: .registryFiles, completion: .file(extensions: ["json"]))
  var configs: [String] = []

  @Flag(help: ExecutableFile.unconfinedHelp)
  var allowUnconfined = false

  @Flag(help: .sample)
  var sample = false

  @Option(help: .replay, completion: .directory)
  var replay: String?

  @Option(help: .clock, transform: { try parsedChoice($0, "clock") })
  var clock: RegionalStyle.Clock?

  @Option(
    name: .customLong("lang"), help: .language, completion: .list(Language.allCases.map(\.rawValue)),
    transform: { try parsedChoice($0, "lang") })
  var language: Language?

  // Accepted for compatibility; it has no effect on answers.
  @Option(
    help: ArgumentHelp("How many feeds to read at once.", valueName: "n", visibility: .hidden),
    transform: { try Settings.parsed($0, of: "jobs") })
  var jobs: Int?

  /// Whether replies come from the sample or a recording.
  var isRecorded: Bool { sample || replay != nil }

  mutating func validate() throws {
    try checkIDs()
    let named = [
      ("--catalog", file != nil), ("--sample", sample), ("--replay", replay != nil), ("--as-of", asOf != nil),
    ].filter(\.1).map(\.0)
    if named.count > 1 { throw ValidationError("\(named.joined(separator: " and ")) cannot be used together.") }
  }

  /// Opens the catalog and prints its notices.
  ///
  /// - Parameters:
  ///   - time: the moment in question, as text; nil for now, or the moment of the source.
  ///   - entry: the id or name of the entry in question; a local time is read on the clock of its campus.
  ///   - kinds: the kinds of entries in question; nil for all.
  ///   - output: the format of the answer.
  func open(
    _ settings: Settings? = nil, at time: String? = nil, about entry: String? = nil, kinds: Set<Entry.Kind>? = nil,
    as output: ListChoice = ListChoice()
  ) async throws -> QueryReport {
    let settings = try settings ?? .current()
    var request = try await request(settings, at: time, about: entry)
    request.kinds = kinds
    return try await open(request, settings, as: output)
  }

  /// Opens the catalog as of the time of its data, and prints its notices: that of a catalog file, of the newest reply of a recording, or of
  /// the newest run in the store. The same data is then always the same catalog.
  func openAsRecorded(_ settings: Settings) async throws -> QueryReport {
    if let file, file != "-", !InputFile.isAddress(file), CatalogReader.isNDJSON(try CatalogText.file(file).firstLine()) {
      throw Failure(.data, "\(file) is NDJSON, which has neither a time nor reports of feeds; name a catalog in JSON")
    }
    var request = try await request(settings, at: nil, usesRecordedMoment: true)
    if case .store(let stored) = request.source, let newest = try await stored.store?.runs(limit: 1).first {
      request.now = newest.generatedAt
    }
    return try await open(request, settings)
  }

  private func open(_ request: CatalogRequest, _ settings: Settings, as output: ListChoice = ListChoice()) async throws -> QueryReport {
    let session = try await CatalogSession.open(request)
    for notice in session.notices where session.hasData || !notice.isAboutData {
      Console.note(notice.text(asOf: asOf, at: session.moment, in: session.zones))
    }
    if file == nil, !session.hasData { throw nothing(in: session, settings) }
    // The time is shown as it was understood.
    if request.time != nil { Console.note("answers for \(session.momentText)") }
    return QueryReport(
      options: self, output: output, settings: settings, session: session, status: session.isDegraded ? .degraded : .delivered)
  }

  /// Opens the catalog as another registry would make it, without notices.
  func session(_ settings: Settings, with registry: Registry) async throws -> CatalogSession {
    try await CatalogSession.open(try await request(settings, at: nil, with: registry))
  }

  /// Opens the catalog for now, without notices; nil if it has no data yet.
  func sessionIfAny() async throws -> CatalogSession? {
    do {
      let session = try await CatalogSession.open(try await request(.current(), at: nil))
      return file != nil || session.hasData ? session : nil
    } catch let error as SessionError where [.missingStore, .emptyStore].contains(error.code) {
      return nil
    }
  }

  /// Opens the selected part of a catalog that was read before and is kept current.
  func session(of catalog: Catalog) async throws -> CatalogSession {
    let settings = try Settings.current()
    var request = CatalogRequest(.catalog(try part(of: catalog, settings)), now: settings.environment.now)
    request.style = style(settings)
    (request.isLive, request.trustSeconds) = (true, trustSeconds(settings))
    return try await CatalogSession.open(request)
  }

  private func style(_ settings: Settings) -> RegionalStyle.Choice {
    RegionalStyle.Choice(clock: settings.clock(flag: clock), language: settings.language(flag: language))
  }

  private func trustSeconds(_ settings: Settings) -> Int { (settings.number("stale-after", flag: nil) ?? 14) * 86_400 }

  /// Opens the catalog. If there is nothing to open, prints the reason and opens an empty catalog.
  func openOrEmpty(at time: String? = nil, as output: ListChoice = ListChoice(), isQuiet: Bool = false) async throws -> QueryReport {
    let settings = try Settings.current()
    do {
      return try await open(settings, at: time, as: output)
    } catch {
      guard let failure = Failure(error), failure.status == .nothing else { throw error }
      if let message = failure.message, !isQuiet { Console.note(message) }
      let now = settings.environment.now
      let empty = CatalogRequest(.catalog(Catalog(generatedAt: now, campuses: [], feeds: [], entries: [])), now: now)
      return QueryReport(
        options: self, output: output, settings: settings, session: try await CatalogSession.open(empty), status: .nothing)
    }
  }

  /// Opens the catalog at the time it was recorded or written, and prints only notices about its source.
  func openQuietly(at time: String?, about entry: String?) async throws -> CatalogSession {
    let session = try await CatalogSession.open(try await request(try .current(), at: time, about: entry, usesRecordedMoment: true))
    for notice in session.notices where !notice.isAboutData { Console.note(notice.text(asOf: asOf, at: session.moment, in: session.zones)) }
    return session
  }

  /// - Parameters:
  ///   - entry: the id or name of the entry in question. Unless the user selects something else, its campus is enough.
  ///   - usesRecordedMoment: whether a recording is opened at the time of its newest reply.
  ///   - registry: the registry; nil for that of the registry files.
  private func request(
    _ settings: Settings, at time: String?, about entry: String? = nil, usesRecordedMoment: Bool = false, with registry: Registry? = nil
  ) async throws -> CatalogRequest {
    let now = settings.environment.now
    // With `--as-of`, the selection determines the run.
    let entry = asOf == nil && campuses.isEmpty && feeds.isEmpty ? entry : nil
    if let file {
      let catalog = try InputFile.catalog(file, { () throws(Failure) in try self.registry(settings) }, now: now)
      var request = CatalogRequest(.catalog(try part(of: catalog, settings)), now: now)
      (request.entry, request.time, request.style) = (entry, time, style(settings))
      return request
    }
    var registry = try registry ?? self.registry(settings, replay: replay)
    let campus = entry.flatMap { EntryID($0)?.feed?.campus }.flatMap { registry.campus($0) }
    let selection = try campus.map { RunSelection(campuses: [$0.id]) } ?? self.selection(settings, in: registry, isPast: asOf != nil)
    let origin: CatalogRequest.Source
    if isRecorded {
      var replies = try RecordedReplies(in: replay, settings, jobs: jobs, deadline: nil)
      replies.moment = usesRecordedMoment ? nil : replies.moment ?? now
      origin = .recording(replies)
    } else {
      let stored = try StoreOption.stored(try storePath(settings))
      // A question about everything is also about the built-in campuses that an earlier run selected.
      if selection.isAll, let campuses = try? await stored.store?.campuses() { registry.include(campuses) }
      origin = asOf.map { .pastRun(stored, asOf: $0) } ?? .store(stored)
    }
    var request = CatalogRequest(origin, now: now)
    request.registry = registry.including(selection)
    request.selection = selection
    (request.entry, request.time, request.style) = (entry, time, style(settings))
    request.trustSeconds = trustSeconds(settings)
    return request
  }

  /// Returns the path of the store, which contains the favorites.
  func storePath(_ settings: Settings) throws(Failure) -> String {
    if store == nil, settings.flag("no-store", false) {
      throw Failure(.usage, "the setting no-store is true; name a store with --store, or use --catalog FILE or --sample")
    }
    return try settings.storePath(flag: store)
  }

  private func nothing(in session: CatalogSession, _ settings: Settings) -> Failure {
    for case .run(let run) in session.notices {
      return Failure(.nothing, "the run of \(run) has no data for this selection; choose another --as-of")
    }
    return Failure(
      .nothing,
      Summary.nothing(
        session.feeds, isRecorded: true, selectedBy: settings.selectingSetting(campuses: campuses, feeds: feeds), canTellMore: false))
  }
}
