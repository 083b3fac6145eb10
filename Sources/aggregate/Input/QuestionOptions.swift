import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import FeedCore
import OpeningHours

/// The options of commands that answer questions: of which catalog, at which moment, in which form.
struct QuestionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Ask a catalog file; - is stdin.", valueName: "file"), completion: .file(extensions: ["json"]))
  var catalog: String?

  @Option(help: ArgumentHelp("The store to ask, and where favorites are kept.", valueName: "file"), completion: .file())
  var store: String?

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var source: SourceOptions

  func validate() throws {
    let named = [("--catalog", catalog != nil), ("--sample", source.sample), ("--replay", source.replay != nil)].filter(\.1).map(\.0)
    if named.count > 1 { throw ValidationError("\(named.joined(separator: " and ")) exclude each other.") }
  }

  /// The catalog and the moment. What people have to know of them goes to stderr.
  func question() async throws(Failure) -> Question {
    let world = try World.current()
    let settings = try world.settings()
    if let catalog { return try fromFile(catalog, world, settings) }
    return source.isRecorded ? try await fromRecording(world, settings) : try await fromStore(world, settings)
  }

  /// The same; where there is no catalog, why is told on stderr, and the catalog is empty.
  func questionOrNothing(isQuiet: Bool = false) async throws(Failure) -> Question {
    do throws(Failure) {
      return try await question()
    } catch {
      guard error.status == .nothing else { throw error }
      if let message = error.message, !isQuiet { Console.error("aggregate: \(message)") }
      let world = try World.current()
      let nothing = Catalog(generatedAt: world.now, campuses: [], feeds: [], entries: [])
      return question(nothing, at: world.now, .nothing, world, try world.settings())
    }
  }

  /// The options with the campus of an entry selected, when nothing is: its zone is then the one of `--at`.
  func selecting(campusOf text: String) -> QuestionOptions {
    guard source.campuses.isEmpty, source.feeds.isEmpty, let campus = EntryID(text)?.feed?.campus else { return self }
    var options = self
    options.source.campuses = [campus.description]
    return options
  }

  // MARK: - Sources

  private func fromFile(_ path: String, _ world: World, _ settings: Settings) throws(Failure) -> Question {
    let selected = try CatalogSelection(source, settings).select(try CatalogFile.read(path))
    let instant = try source.at.map { (text) throws(Failure) in
      try Moment.parse(text, zones: selected.campuses.compactMap(\.timeZone), today: world.now)
    }
    return question(selected, at: instant ?? world.now, .delivered, world, settings)
  }

  private func fromRecording(_ world: World, _ settings: Settings) async throws(Failure) -> Question {
    var source = source
    let recorded = source.sample ? try await SourceOptions.sampleMoment(world) : nil
    source.at = try at(settings, today: recorded ?? world.now) ?? (recorded ?? world.now).description
    let run = try await source.run(world, settings)
    if let recorded { Console.error("The built-in sample, as of \(recorded): an example, not today's data.") }
    let moment = run.parts.generatedAt
    let isUsable = run.feeds.contains(where: \.outcome.isDelivered)
    guard isUsable else {
      let summary = Summary(catalog: run.parts, isSample: source.sample)
      throw Failure(.nothing, summary.nothing(isStrict: false, isRecorded: true, notRecorded: []))
    }
    return question(try catalog(of: run), at: moment, Self.tell(run.feeds, at: moment), world, settings)
  }

  private func fromStore(_ world: World, _ settings: Settings) async throws(Failure) -> Question {
    var source = source
    source.at = try at(settings, today: world.now) ?? world.now.description
    let chosen = try source.choose(settings)
    let run = try await StoredCatalog(path: try storePath(world, settings), world: world).run(chosen)
    if let error = run.storeErrors.first { throw Failure(.local, "\(error.detail) (\(error.reason))") }
    let moment = run.parts.generatedAt
    guard run.feeds.contains(where: { $0.outcome.isDelivered || $0.outcome == .stale }) else {
      let what = source.campuses.isEmpty && source.feeds.isEmpty ? "nothing" : "nothing of what you selected"
      throw Failure(.nothing, "the store has \(what) yet; \(StoredCatalog.advice)")
    }
    // A feed that was never read is no news.
    let known = run.feeds.filter { $0.outcome != .absent || $0.reason != "offline" }
    let trust = FeedTrust(known, seconds: (settings.number("stale-after", flag: nil) ?? 14) * 86_400)
    return question(try catalog(of: run), at: moment, Self.tell(known, at: moment), world, settings, trust: trust)
  }

  // MARK: - Parts

  private func question(
    _ catalog: Catalog, at instant: Instant, _ status: ExitStatus, _ world: World, _ settings: Settings, trust: FeedTrust? = nil
  ) -> Question {
    Question(
      catalog: catalog, rule: StatusRule(at: instant, campuses: catalog.campuses, trust: trust), status: status,
      favorites: FavoritesFile(path: Result { () throws(Failure) in try storePath(world, settings) }),
      terminal: Terminal.current(world.environment))
  }

  /// `--at` as RFC 3339, read in the zone of the selected campuses of the registry.
  private func at(_ settings: Settings, today: Instant) throws(Failure) -> String? {
    guard let text = source.at else { return nil }
    let registry = try source.registry(settings)
    let selection = try source.selection(settings, in: registry)
    let plan: Plan
    do throws(PlanError) { plan = try Plan(selection, in: registry) } catch { throw Failure(.usage, error.description) }
    return try Moment.parse(text, zones: plan.readings.compactMap(\.feed.campus.timeZone), today: today).description
  }

  private func storePath(_ world: World, _ settings: Settings) throws(Failure) -> String {
    if store == nil, settings.flag("no-store", false) {
      throw Failure(.usage, "the setting no-store keeps no store; name one with --store, or ask --catalog FILE or --sample")
    }
    return try LiveOptions.storePath(settings, world, flag: store)
  }

  private func catalog(of run: Aggregator.Run) throws(Failure) -> Catalog {
    do { return try run.catalog } catch { throw Failure(.local, "what the store keeps can not be read; run aggregate --refresh") }
  }

  /// Says which feeds are not what they should be.
  private static func tell(_ feeds: [FeedReport], at moment: Instant) -> ExitStatus {
    var status = ExitStatus.delivered
    for feed in feeds where !feed.outcome.isDelivered && (feed.outcome != .disabled || feed.reason == "gone") {
      status = .degraded
      var line = "\(feed.id): \(feed.outcome.rawValue)"
      if let reason = feed.reason { line += " (\(reason))" }
      if let seen = feed.checkedAt ?? feed.fetchedAt, seen < moment {
        line += ", last seen \(Age.text(Int(moment.secondsSinceEpoch - seen.secondsSinceEpoch))) ago"
      }
      Console.error(line)
    }
    return status
  }
}
