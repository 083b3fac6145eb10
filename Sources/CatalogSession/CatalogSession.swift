public import Aggregation
public import CampusCatalog
public import CatalogQuery
public import FeedKit
public import OpeningHours
public import SnapshotStore

/// An open catalog that answers queries, whatever it was read from: a file, a recording, a store or a run in the past.
///
/// A command opens one and answers one query. A server opens one, answers many, and opens the next one when the time has passed or a
/// `CatalogRun` has stored new results:
///
///     let session = try await CatalogSession.open(CatalogRequest(.store(store), now: now))
///     let open = session.answer(query)
///
/// Opening a store reads it and never requests anything from a feed.
public final class CatalogSession: Sendable {
  /// The catalog with all selected entries.
  public let catalog: Catalog
  /// The rule that decides whether places are open, at the moment that queries are about.
  public let rule: StatusRule
  /// Notices about the catalog for users.
  public let notices: [SessionNotice]

  private let request: CatalogRequest
  /// The run that read a recording; otherwise nil.
  private let run: Aggregator.Run?

  /// Opens a catalog: reads the source, then chooses the moment, then makes the catalog of that moment.
  ///
  /// - Throws: `SessionError` for a source that cannot be read, an unknown id, or an invalid time.
  public static func open(_ request: CatalogRequest) async throws(SessionError) -> CatalogSession {
    // Reject an invalid text before reading the source.
    if let time = request.time { _ = try LocalMoment.parse(time, onClocksOf: [], today: request.now) }
    let contents = try await SourceContents(of: request)
    var (instant, instants) = try contents.moment(request.time)
    var (catalog, run) = try await contents.catalog(at: instant, instants)
    if let entry = request.entry, let time = request.time, LocalMoment(time) != nil {
      // The time is read only on the clocks of the campuses whose entries the text may mean.
      let matches = (try? catalog.matches(entry, by: StatusRule(at: instant, campuses: catalog.campuses))) ?? []
      if !matches.isEmpty {
        catalog = try catalog.selecting(RunSelection(campuses: matches.map(\.campus)), isStrict: false)
        (instant, instants) = try LocalMoment.parse(time, onClocksOf: catalog.campuses, today: contents.today)
      }
    }
    return CatalogSession(request, catalog, at: instant, instants, notices: contents.notices, run)
  }

  private init(
    _ request: CatalogRequest, _ catalog: Catalog, at instant: Instant, _ instants: [CampusID: Instant], notices: [SessionNotice],
    _ run: Aggregator.Run?
  ) {
    let feeds: [FeedReport]
    var freshness: FreshnessLimit?
    switch request.source {
    case .catalog:
      feeds = []
      if request.isLive { freshness = FreshnessLimit(catalog.feeds, seconds: request.trustSeconds) }
    case .recording, .pastRun: feeds = catalog.feeds
    case .store:
      // Without unread ones.
      feeds = catalog.feeds.filter { $0.outcome != .absent || $0.reason != .offline }
      freshness = FreshnessLimit(feeds, seconds: request.trustSeconds)
    }
    self.request = request
    self.catalog = catalog
    let date = LocalMoment.date(of: instant, readFrom: request.time, campuses: catalog.campuses)
    var kind = LocalMoment.kind(of: request.time)
    // The time of a run in the past is a chosen one.
    if case .pastRun = request.source, kind == .now { kind = .chosen }
    var rule = StatusRule(at: instant, instants, kind: kind, date: date, campuses: catalog.campuses, freshness: freshness)
    rule.chosenStyle = request.style
    self.rule = rule
    self.notices =
      notices + Self.age(of: catalog, for: request, at: instant)
      + feeds.filter { !$0.outcome.isDelivered && !$0.isSwitchedOff }.map { .feed($0) }
    if case .recording = request.source { self.run = run } else { self.run = nil }
  }

  /// The age in seconds from which a catalog file, and the newest results in a store, get a notice.
  private static let oldAge = 86_400

  /// Returns a notice about a catalog that was already old at the moment of a question.
  private static func age(of catalog: Catalog, for request: CatalogRequest, at moment: Instant) -> [SessionNotice] {
    func seconds(since made: Instant) -> Int { Int(min(moment, request.now).secondsSinceEpoch - made.secondsSinceEpoch) }
    switch request.source {
    case .catalog:
      let age = seconds(since: catalog.generatedAt)
      return request.isLive || age <= oldAge ? [] : [.oldCatalog(catalog.generatedAt, seconds: age)]
    case .store:
      guard let newest = catalog.feeds.compactMap(\.checkedAt).max() else { return [] }
      let age = seconds(since: newest)
      return age <= oldAge ? [] : [.oldResults(newest, seconds: age)]
    case .recording, .pastRun: return []
    }
  }

  /// The selected campuses that have results.
  public var campuses: [Campus] { catalog.campuses }

  /// The reports of the selected feeds.
  public var feeds: [FeedReport] { catalog.feeds }

  /// The store that the catalog was read from.
  public var store: SnapshotStore? {
    switch request.source {
    case .catalog, .recording: nil
    case .store(let stored), .pastRun(let stored, _): stored.store
    }
  }

  /// Returns when the entries last changed; nil without a store.
  public func changeTimes() async -> EntryChangeTimes? {
    switch request.source {
    case .catalog, .recording: nil
    case .store(let stored): try? await stored.store?.changeTimes()
    case .pastRun(let stored, _): try? await stored.store?.changeTimes(until: catalog.generatedAt)
    }
  }

  /// Returns the usual weeks of the places of each campus, or of one, from the results in the store; none without a store.
  ///
  /// - Parameter moment: the weeks end before its date; nil for the moment that queries are about.
  /// - Throws: `store.corrupt` if a result is damaged.
  public func usualWeeks(
    of campus: CampusID? = nil, at moment: Instant? = nil
  ) async throws(StoreError) -> [CampusID: UsualWeeks] {
    var weeks: [CampusID: UsualWeeks] = [:]
    for one in campuses where campus ?? one.id == one.id {
      weeks[one.id] = try await store?.usualWeeks(of: one, at: moment ?? rule.instants[one.id] ?? rule.instant)
    }
    return weeks
  }

  /// Returns what the usual weeks of a campus depend on; nil without a store.
  package func usualWeekBasis(of campus: Campus, at moment: Instant) async throws(StoreError) -> UsualWeekBasis? {
    try await store?.usualWeekBasis(of: campus, at: moment)
  }

  /// The part of the source that was opened.
  public var selection: RunSelection { request.selection }

  /// The moment that queries are about; in the first zone by name, if it is a time of day on the clocks of several.
  public var moment: Instant { rule.instant }

  public var zones: [Zone] { campuses.compactMap(\.timeZone) }

  /// The zone that all campuses share; nil if there is none.
  public var zone: Zone? { Zone.shared(by: campuses) }

  /// Whether a feed delivered a result, now or earlier.
  public var hasData: Bool { feeds.contains(where: \.hasData) }

  /// Whether a feed is stale or absent.
  public var isDegraded: Bool { notices.contains { if case .feed = $0 { true } else { false } } }

  /// Answers a query about places.
  public func answer(_ query: PlaceQuery) -> QueryResults<PlaceListing> { query.results(in: catalog.entries, by: rule) }

  /// Returns the states of all places that meet the conditions of a query other than those on the state.
  public func summary(_ query: PlaceQuery) -> StateSummary { query.summary(in: catalog.entries, by: rule) }

  /// Returns the positions in the replies of the records that an entry was made of, as far as they can be found.
  public func recordPointers(of entry: Entry) async -> [EntryID: RecordPointer] {
    if let run { return await run.pointers(of: entry) }
    return await store?.recordPointers(of: entry, feeds, request.registry) ?? [:]
  }

  /// Returns the registry's facts about an entry and the entries that were merged into it, by their ids.
  public func facts(about entry: Entry) -> [EntryID: EntryFacts] {
    let ids = [entry.id] + entry.sources.compactMap { EntryID(feed: $0.feed, record: $0.record) }
    return ids.reduce(into: [:]) { facts, id in facts[id] = id.feed.flatMap { request.registry.feed($0) }?.facts[id] }
  }
}

extension FeedReport {
  var hasData: Bool { outcome.isDelivered || outcome == .stale }
}

/// A notice for users about the catalog of a session.
public enum SessionNotice: Sendable, Hashable {
  /// A feed is stale, absent or gone; some entries may be old or missing.
  case feed(FeedReport)
  /// The catalog is a file that was generated at this moment, more than a day before the question.
  case oldCatalog(Instant, seconds: Int)
  /// The newest results in the store were checked at this moment, more than a day before the question.
  case oldResults(Instant, seconds: Int)
  /// The catalog is the built-in sample, which was recorded at this moment.
  case sample(Instant)
  /// The catalog is the output of the run at this moment.
  case run(Instant)
  /// No run of exactly this selection is stored: the catalog is a part of the run at this moment.
  case partOfRun(Instant)
  /// The time of the run has no offset and was read in UTC, because the campuses have no common zone.
  case readInUTC

  /// Whether the notice describes the data rather than its source.
  public var isAboutData: Bool {
    switch self {
    case .feed, .run, .oldCatalog, .oldResults: true
    case .sample, .partOfRun, .readInUTC: false
    }
  }
}
