import CatalogExport
import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import OpeningHours

/// The options of commands that query a catalog: which catalog, at which moment, in which format.
struct QueryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read a catalog file, not the store; - is stdin.", valueName: "file"), completion: .file(extensions: ["json"]))
  var catalog: String?

  @Option(help: ArgumentHelp("The store to read, which also has the favorites.", valueName: "file"), completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Answer from what the last run at or before this time wrote: a time, an age such as 7d, or latest~1. This is also the time in "
        + "question, unless --at is given.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var source: SourceOptions

  func validate() throws {
    let named = [
      ("--catalog", catalog != nil), ("--sample", source.sample), ("--replay", source.replay != nil), ("--as-of", asOf != nil),
    ].filter(\.1).map(\.0)
    if named.count > 1 { throw ValidationError("\(named.joined(separator: " and ")) cannot be used together.") }
  }

  /// Opens the catalog, and prints its notices.
  ///
  /// - Parameter usesIndex: the command queries places, which a large store has in an index.
  func open(usesIndex: Bool = false) async throws -> QueryReport {
    let environment = try CommandEnvironment.current()
    let settings = try environment.settings()
    return try await open(environment, settings, usesIndex: usesIndex)
  }

  /// Opens the catalog; if there is nothing to open, prints the reason and opens an empty catalog.
  func openOrEmpty(isQuiet: Bool = false) async throws -> QueryReport {
    let environment = try CommandEnvironment.current()
    let settings = try environment.settings()
    do {
      return try await open(environment, settings, usesIndex: false)
    } catch {
      guard let failure = Failure(error), failure.status == .nothing else { throw error }
      if let message = failure.message, !isQuiet { Console.error("aggregate: \(message)") }
      let empty = CatalogRequest(
        .catalog(Catalog(generatedAt: environment.now, campuses: [], feeds: [], entries: [])), now: environment.now)
      return report(try await CatalogSession.open(empty), of: empty, .nothing, environment, settings)
    }
  }

  /// Opens the catalog at the time it was recorded or written, and prints only notices about its source.
  func openQuietly() async throws -> CatalogSession {
    let environment = try CommandEnvironment.current()
    let request = try await request(environment, try environment.settings(), usesRecordedMoment: true)
    let session = try await CatalogSession.open(request)
    for notice in session.notices where !notice.isAboutData { Console.error(notice.text(asOf: asOf, at: session.moment)) }
    return session
  }

  private func open(_ environment: CommandEnvironment, _ settings: Settings, usesIndex: Bool) async throws -> QueryReport {
    var request = try await request(environment, settings)
    request.usesIndex = usesIndex
    let session = try await CatalogSession.open(request)
    for notice in session.notices where session.hasData || !notice.isAboutData {
      Console.error(notice.text(asOf: asOf, at: session.moment))
    }
    if catalog == nil, !session.hasData { throw nothing(in: session) }
    if catalog != nil {
      // Never freed: the process ends after the answer, and freeing 10,000 entries one by one is a twentieth of its work.
      _ = Unmanaged.passRetained(session)
    }
    return report(session, of: request, session.isDegraded ? .degraded : .delivered, environment, settings)
  }

  /// The options with the campus of an entry selected, if nothing is: `--at` is then in the zone of that campus.
  func selecting(campusOf text: String) -> QueryOptions {
    // Which run is meant depends on what is selected.
    guard asOf == nil, source.campuses.isEmpty, source.feeds.isEmpty, let campus = EntryID(text)?.feed?.campus else { return self }
    var options = self
    options.source.campuses = [campus.description]
    return options
  }

  // MARK: - The request

  /// The options as a value.
  ///
  /// - Parameter usesRecordedMoment: a recording is opened at the moment of its newest reply.
  func request(_ environment: CommandEnvironment, _ settings: Settings, usesRecordedMoment: Bool = false) async throws
    -> CatalogRequest
  {
    if let catalog {
      let ids = source.ids(settings)
      let file = try CatalogFile.read(catalog)
      var request = CatalogRequest(
        .catalog(try file.selecting(campuses: ids.campuses, feeds: ids.feeds, isStrict: ids.areChosen)), now: environment.now)
      request.time = source.at
      return request
    }
    let files = try source.registryFiles(settings)
    let registry = try source.registry(files)
    let selection = try source.selection(settings, in: registry, isPast: asOf != nil)
    var request = CatalogRequest(try await requestSource(environment, settings, usesRecordedMoment), now: environment.now)
    request.registry = registry
    request.registryFiles = files.map(\.bytes)
    request.selection = selection
    request.time = source.at
    request.trustSeconds = (settings.number("stale-after", flag: nil) ?? 14) * 86_400
    request.version = Version.text
    request.indexEvents = { Console.error("aggregate: \($0.text)") }
    return request
  }

  private func requestSource(
    _ environment: CommandEnvironment, _ settings: Settings, _ usesRecordedMoment: Bool
  ) async throws -> CatalogRequest.Source {
    if source.isRecorded {
      var replies = try source.recordedReplies(settings)
      replies.deadline = SourceOptions.deadline(nil, environment, settings)
      if usesRecordedMoment { return .recording(replies) }
      replies.moment = environment.now
      if source.sample { replies.moment = try await RecordedReplies.sampleMoment(now: environment.now) }
      return .recording(replies)
    }
    let stored = try StoreOption.stored(try storePath(environment, settings))
    if let asOf { return .pastRun(stored, asOf: asOf) }
    return .store(stored)
  }

  private func storePath(_ environment: CommandEnvironment, _ settings: Settings) throws(Failure) -> String {
    if store == nil, settings.flag("no-store", false) {
      throw Failure(.usage, "the setting no-store is true; name a store with --store, or use --catalog FILE or --sample")
    }
    return try LiveOptions.storePath(settings, environment, flag: store)
  }

  // MARK: - The result

  private func report(
    _ session: CatalogSession, of request: CatalogRequest, _ status: ExitStatus, _ environment: CommandEnvironment, _ settings: Settings
  ) -> QueryReport {
    let store = request.source.store
    return QueryReport(
      session: session, status: status, format: format,
      favorites: FavoritesFile(path: Result { () throws(Failure) in try storePath(environment, settings) }, store: store),
      terminal: Terminal.current(environment.variables))
  }

  /// Why there is nothing to show.
  private func nothing(in session: CatalogSession) -> Failure {
    for case .run(let run) in session.notices {
      return Failure(.nothing, "the run of \(run) has no data for this selection; choose another --as-of")
    }
    let summary = Summary(
      catalog: CatalogParts(generatedAt: session.moment, campuses: [], feeds: session.feeds, parts: []), isSample: source.sample)
    return Failure(.nothing, summary.nothing(isStrict: false, isRecorded: true, notRecorded: [], canTellMore: false))
  }
}
