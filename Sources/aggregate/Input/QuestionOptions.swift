import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery
import FeedCore
import OpeningHours
import SnapshotStore

/// The options of commands that answer questions: of which catalog, at which moment, in which form.
struct QuestionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Ask a catalog file; - is stdin.", valueName: "file"), completion: .file(extensions: ["json"]))
  var catalog: String?

  @Option(help: ArgumentHelp("The store to ask, and where favorites are kept.", valueName: "file"), completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Ask what the last run until then wrote, from the store: a time, an age such as 7d, or latest~1. It is also the moment that is "
        + "asked about, unless --at is given.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  @OptionGroup var source: SourceOptions

  func validate() throws {
    let named = [
      ("--catalog", catalog != nil), ("--sample", source.sample), ("--replay", source.replay != nil), ("--as-of", asOf != nil),
    ].filter(\.1).map(\.0)
    if named.count > 1 { throw ValidationError("\(named.joined(separator: " and ")) exclude each other.") }
  }

  /// The catalog and the moment. What people have to know of them goes to stderr.
  func question() async throws(Failure) -> Question {
    let world = try World.current()
    let settings = try world.settings()
    if let catalog { return try fromFile(catalog, world, settings) }
    if let asOf { return try await fromPast(asOf, world, settings) }
    return source.isRecorded ? try await fromRecording(world, settings) : try await fromStore(world, settings)
  }

  /// The answer to a question about places: by the index of a large store where that can tell, else by a look at each place.
  ///
  /// - Parameter make: makes the question; asked a second time when the index can not tell.
  func answer(
    _ make: (Question) async throws(Failure) -> PlaceQuery
  ) async throws(Failure) -> (question: Question, answer: Answer<PlaceListing>) {
    if catalog == nil, asOf == nil, !source.isRecorded, let question = try await largeQuestion(), let large = question.large {
      var query = try await make(question)
      query.limit = query.limit ?? LargeStore.standardLimit
      query.filter.campuses.formUnion(question.selected)
      // Where all places have one zone, a time of its clocks is a moment.
      if case .untilClock(let time) = query.filter.openLonger, let zone = question.zone,
        let end = OpenLonger.untilClock(time).end(from: question.rule.instant, in: zone)
      {
        query.filter.openLonger = .until(end)
      }
      if let answer = large.answer(query, by: question.rule) {
        for line in question.news { Console.error(line) }
        return (question, answer)
      }
    }
    let question = try await question()
    let query = try await make(question)
    return (question, query.answer(among: question.entries, by: question.rule))
  }

  /// `question()`; where there is no catalog, why is told on stderr, and the catalog is empty.
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
    // Which run is meant depends on what is selected.
    guard asOf == nil, source.campuses.isEmpty, source.feeds.isEmpty, let campus = EntryID(text)?.feed?.campus else { return self }
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

  private func fromPast(_ asOf: String, _ world: World, _ settings: Settings) async throws(Failure) -> Question {
    let past = try await PastCatalog.read(asOf: asOf, source, store: try storePath(world, settings), world, settings)
    let catalog = try past.catalog
    guard catalog.feeds.contains(where: { $0.outcome.isDelivered || $0.outcome == .stale }) else {
      throw Failure(.nothing, "the run of \(past.run.generatedAt) had nothing of what you selected; choose another --as-of")
    }
    Console.error("As of the run of \(past.run.generatedAt).")
    let instant = try source.at.map { (text) throws(Failure) in
      try Moment.parse(text, zones: catalog.campuses.compactMap(\.timeZone), today: past.moment)
    }
    // Who names a moment of the past has said what to believe.
    return question(catalog, at: instant ?? past.moment, Self.tell(catalog.feeds, at: past.moment), world, settings)
  }

  private func fromRecording(_ world: World, _ settings: Settings) async throws(Failure) -> Question {
    var source = source
    let recorded = source.sample ? try await SourceOptions.sampleMoment(world) : nil
    source.at = try await at(world, settings, today: recorded ?? world.now) ?? (recorded ?? world.now).description
    let run = try await source.run(world, settings)
    if let recorded { Console.error("The built-in sample, as of \(recorded): an example, not today's data.") }
    let moment = run.parts.generatedAt
    let isUsable = run.feeds.contains(where: \.outcome.isDelivered)
    guard isUsable else {
      let summary = Summary(catalog: run.parts, isSample: source.sample)
      throw Failure(.nothing, summary.nothing(isStrict: false, isRecorded: true, notRecorded: [], canTellMore: false))
    }
    return question(try catalog(of: run), at: moment, Self.tell(run.feeds, at: moment), world, settings)
  }

  private func fromStore(_ world: World, _ settings: Settings) async throws(Failure) -> Question {
    var source = source
    source.at = try await at(world, settings, today: world.now) ?? world.now.description
    let chosen = try source.choose(settings)
    let run = try await StoredCatalog(path: try storePath(world, settings), world: world).delivered(chosen)
    let moment = run.parts.generatedAt
    let (known, trust) = known(run, settings)
    let all = try catalog(of: run)
    let read = Set(known.map(\.campus))
    let catalog = Catalog(
      generatedAt: all.generatedAt, campuses: all.campuses.filter { read.contains($0.id) }, feeds: all.feeds, entries: all.entries)
    return question(catalog, at: moment, Self.tell(known, at: moment), world, settings, trust: trust)
  }

  /// Nil for a store that is not large, and for a selection of feeds.
  private func largeQuestion() async throws(Failure) -> Question? {
    let world = try World.current()
    let settings = try world.settings()
    let registry = try source.registry(settings)
    let selection = try source.selection(settings, in: registry)
    guard selection.feeds.isEmpty else { return nil }
    do throws(PlanError) { _ = try Plan(selection, in: registry) } catch { throw Failure(.usage, error.description) }
    let moment = try await at(world, settings, registry, today: world.now).flatMap { Instant($0) } ?? world.now
    let stored = StoredCatalog(path: try storePath(world, settings), world: world)
    guard let large = try await LargeStore(stored, source, settings, registry, at: moment) else { return nil }
    let (feeds, trust) = known(large.heads, settings)
    let isSelected = { (campus: CampusID) in selection.campuses.isEmpty || selection.campuses.contains(campus) }
    let heads = Catalog(
      generatedAt: moment,
      campuses: large.heads.parts.campuses.filter { campus in isSelected(campus.id) && feeds.contains { $0.campus == campus.id } },
      feeds: feeds.filter { isSelected($0.campus) },
      entries: [])
    // What was selected and is not there is told by the other way.
    guard heads.feeds.contains(where: { $0.outcome.isDelivered || $0.outcome == .stale }) else { return nil }
    let news = Self.news(of: heads.feeds, at: moment)
    var question = question(heads, at: moment, news.isEmpty ? .delivered : .degraded, world, settings, trust: trust)
    question.large = large
    question.news = news
    question.selected = Set(selection.campuses)
    return question
  }

  /// The feeds that were ever read (one that was not is no news), and for how long they are believed.
  private func known(_ run: Aggregator.Run, _ settings: Settings) -> ([FeedReport], FeedTrust) {
    let known = run.feeds.filter { $0.outcome != .absent || $0.reason != "offline" }
    return (known, FeedTrust(known, seconds: (settings.number("stale-after", flag: nil) ?? 14) * 86_400))
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

  /// `--at` as RFC 3339, read in the zone of the selected campuses of the registry; where these have several, in the one zone of
  /// those that there are data of.
  private func at(
    _ world: World, _ settings: Settings, _ known: Registry? = nil, today: Instant
  ) async throws(Failure) -> String? {
    guard let text = source.at else { return nil }
    if let instant = Instant(text) { return instant.description }
    let registry = if let known { known } else { try source.registry(settings) }
    let selection = try source.selection(settings, in: registry)
    let plan: Plan
    do throws(PlanError) { plan = try Plan(selection, in: registry) } catch { throw Failure(.usage, error.description) }
    var zones = plan.readings.filter(\.feed.isEnabled).compactMap(\.feed.campus.timeZone)
    if Set(zones.map(\.name)).count > 1 {
      let campuses = try await campusesWithData(world, settings)
      let found = plan.readings.map(\.feed.campus).filter { campuses.contains($0.id) }.compactMap(\.timeZone)
      if !found.isEmpty { zones = found }
    }
    return try Moment.parse(text, zones: zones, today: today).description
  }

  /// The campuses of feeds that the store or the recording has something of.
  private func campusesWithData(_ world: World, _ settings: Settings) async throws(Failure) -> Set<CampusID> {
    var source = source
    source.at = nil
    let run: Aggregator.Run
    if source.isRecorded {
      run = try await source.run(world, settings)
    } else {
      let stored = StoredCatalog(path: try storePath(world, settings), world: world)
      guard let store = try StoredCatalog.open(stored.path) else { return [] }
      run = try await stored.run(try source.choose(settings), HeadStore(store))
    }
    return Set(run.feeds.filter { $0.outcome.isDelivered || $0.outcome == .stale }.map(\.campus))
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
    let news = news(of: feeds, at: moment)
    for line in news { Console.error(line) }
    return news.isEmpty ? .delivered : .degraded
  }

  /// Which feeds are not what they should be, a line for each.
  private static func news(of feeds: [FeedReport], at moment: Instant) -> [String] {
    feeds.filter { !$0.outcome.isDelivered && ($0.outcome != .disabled || $0.reason == "gone") }.map { feed in
      var line = "\(feed.id): \(feed.outcome.rawValue)"
      if let reason = feed.reason { line += " (\(reason))" }
      if let seen = feed.checkedAt ?? feed.fetchedAt, seen < moment {
        line += ", last seen \(Age.text(Int(moment.secondsSinceEpoch - seen.secondsSinceEpoch))) ago"
      }
      return line
    }
  }
}
