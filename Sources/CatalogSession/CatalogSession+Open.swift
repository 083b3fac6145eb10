extension CatalogSession {
  /// Opens a catalog.
  ///
  /// - Throws: `SessionError` for a source that cannot be read, an unknown id, or an invalid time.
  public static func open(_ request: CatalogRequest) async throws(SessionError) -> CatalogSession {
    switch request.source {
    case .catalog(let all):
      let catalog = withoutUnreadCampuses(all)
      let moments = try moments(of: request, in: catalog, today: request.now)
      return CatalogSession(
        request, at: moments.instant, moments.byCampus, campuses: catalog.campuses, feeds: catalog.feeds, catalog: catalog)
    case .recording(let replies): return try await open(replies, request)
    case .store(let stored): return try await open(stored, request)
    case .pastRun(let stored, let asOf): return try await open(stored, asOf: asOf, request)
    }
  }

  private static func open(_ replies: RecordedReplies, _ request: CatalogRequest) async throws(SessionError) -> CatalogSession {
    let plan = try Plan(selecting: request.selection, from: request.registry)
    let named = try await moments(of: request, plan, today: replies.moment ?? request.now) { () async throws(SessionError) in
      await replies.run(plan, at: nil, now: request.now).feeds
    }
    let run = await replies.run(plan, at: named?.instant ?? replies.moment, now: request.now)
    let catalog = withoutUnreadCampuses(try catalog(of: run))
    let sample = replies.delivered == .sample ? replies.moment : nil
    return CatalogSession(
      request, at: run.parts.generatedAt, named?.byCampus ?? [:], campuses: catalog.campuses, feeds: catalog.feeds,
      notices: (sample.map { [.sample($0)] } ?? []) + notices(of: run.feeds), catalog: catalog, run: run)
  }

  private static func open(_ stored: StoredCatalog, _ request: CatalogRequest) async throws(SessionError) -> CatalogSession {
    let plan = try Plan(selecting: request.selection, from: request.registry)
    let named = try await moments(of: request, plan, today: request.now) { () async throws(SessionError) in
      guard let store = stored.store else { return [] }
      return await StoredCatalog.run(plan, in: ReadOnlyStore(store, hasContents: false), at: request.now, now: request.now).feeds
    }
    let moment = named?.instant ?? request.now
    let byCampus = named?.byCampus ?? [:]
    let run = try await stored.run(plan, at: moment, now: request.now)
    let known = feedsEverRead(run)
    let catalog = withoutUnreadCampuses(try catalog(of: run))
    return CatalogSession(
      request, at: moment, byCampus, campuses: catalog.campuses, feeds: catalog.feeds,
      trust: FreshnessLimit(known, seconds: request.trustSeconds), notices: notices(of: known), catalog: catalog)
  }

  private static func open(
    _ stored: StoredCatalog, asOf text: String, _ request: CatalogRequest
  ) async throws(SessionError) -> CatalogSession {
    let past = try await PastCatalog(asOf: text, request.selection, in: stored, now: request.now)
    let catalog = withoutUnreadCampuses(try past.catalog)
    // Results of a past run are trusted regardless of their age.
    let moments = try moments(of: request, in: catalog, today: past.moment)
    return CatalogSession(
      request, at: moments.instant, moments.byCampus, campuses: catalog.campuses, feeds: catalog.feeds,
      notices: past.notices + [.run(past.run.generatedAt)] + notices(of: catalog.feeds), catalog: catalog)
  }

  /// The moment that queries are about, and those of campuses that have one of their own.
  private typealias Moments = (instant: Instant, byCampus: [CampusID: Instant])

  /// Returns the moment that a request names, on the clocks of the campuses of a catalog; `today` if it names none.
  private static func moments(of request: CatalogRequest, in catalog: Catalog, today: Instant) throws(SessionError) -> Moments {
    guard let text = request.time else { return (today, [:]) }
    return try LocalMoment.parse(text, onClocksOf: catalog.campuses, today: today)
  }

  /// Returns the moment that a request names; nil if it names none.
  ///
  /// A local time is read on the clocks of the selected campuses; if they have several zones, only of those that have data.
  ///
  /// - Parameters:
  ///   - today: a moment on the day of a time without a date.
  ///   - reports: returns the reports of the feeds, which show which of them have data.
  private static func moments(
    of request: CatalogRequest, _ plan: Plan, today: Instant,
    reports: () async throws(SessionError) -> [FeedReport]
  ) async throws(SessionError) -> Moments? {
    guard let text = request.time else { return nil }
    if let instant = Instant(text) { return (instant, [:]) }
    var campuses = plan.readings.filter(\.feed.isEnabled).map(\.feed.campus)
    if Zone.shared(by: campuses) == nil {
      let found = Set(try await reports().filter(\.hasData).map(\.campus))
      let withData = campuses.filter { found.contains($0.id) }
      if !withData.isEmpty { campuses = withData }
    }
    return try LocalMoment.parse(text, onClocksOf: campuses, today: today)
  }

  /// Returns a catalog without the campuses that have neither results nor entries: their clocks do not matter.
  private static func withoutUnreadCampuses(_ catalog: Catalog) -> Catalog {
    let read = Set(catalog.feeds.filter(\.hasData).map(\.campus)).union(catalog.entries.map(\.campus))
    return Catalog(
      generatedAt: catalog.generatedAt, campuses: catalog.campuses.filter { read.contains($0.id) }, feeds: catalog.feeds,
      entries: catalog.entries)
  }

  private static func catalog(of run: Aggregator.Run) throws(SessionError) -> Catalog {
    do { return try run.catalog } catch { throw SessionError(.damagedResult, "the stored results cannot be read") }
  }

  /// Returns the reports of feeds that have ever been read.
  private static func feedsEverRead(_ run: Aggregator.Run) -> [FeedReport] {
    run.feeds.filter { $0.outcome != .absent || $0.reason != .offline }
  }

  private static func notices(of feeds: [FeedReport]) -> [SessionNotice] {
    feeds.filter { !$0.outcome.isDelivered && ($0.outcome != .disabled || $0.reason == .gone) }.map { .feed($0) }
  }
}
