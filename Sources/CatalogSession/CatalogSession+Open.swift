import Aggregation
import CampusCatalog
import CatalogQuery
import FeedKit
import OpeningHours
import SnapshotStore
import StoreInterface

extension CatalogSession {
  /// The result of opening a source.
  struct Opened {
    let moment: Instant
    var campuses: [Campus]
    let feeds: [FeedReport]
    var trust: FreshnessLimit?
    var notices: [SessionNotice] = []
    var large: LargeStore?
    /// Nil until the entries of a large store are needed.
    var catalog: Catalog?
    var load: @Sendable () async throws(SessionError) -> Catalog = { () async throws(SessionError) in
      throw SessionError(.damagedResult, "the stored entries are missing")
    }
    var records: @Sendable (Entry, [FeedReport]) async -> [EntryID: RecordPlace] = { _, _ in [:] }

    init(_ campuses: [Campus], _ feeds: [FeedReport], at moment: Instant) {
      self.campuses = campuses
      self.feeds = feeds
      self.moment = moment
    }

    /// A catalog whose entries are all read.
    init(_ catalog: Catalog, at moment: Instant) {
      self.init(catalog.campuses, catalog.feeds, at: moment)
      self.catalog = catalog
    }
  }

  /// Opens a catalog.
  ///
  /// - Throws: for a source that cannot be read, an id that is not known, or a time that cannot be read.
  public static func open(_ request: CatalogRequest) async throws(SessionError) -> CatalogSession {
    let opened =
      switch request.source {
      case .catalog(let catalog): try open(catalog, request)
      case .recording(let replies): try await open(replies, request)
      case .store(let stored): try await open(stored, request)
      case .pastRun(let stored, let asOf): try await open(stored, asOf: asOf, request)
      }
    return CatalogSession(opened, of: request)
  }

  private static func open(_ catalog: Catalog, _ request: CatalogRequest) throws(SessionError) -> Opened {
    let moment = try request.time.map { (text) throws(SessionError) in
      try LocalMoment.parse(text, zones: catalog.campuses.compactMap(\.timeZone), today: request.now)
    }
    return Opened(catalog, at: moment ?? request.now)
  }

  private static func open(_ replies: RecordedReplies, _ request: CatalogRequest) async throws(SessionError) -> Opened {
    let choice = try FeedChoice(request.selection, in: request.registry)
    let named = try await moment(of: request, choice, today: replies.moment ?? request.now) { () async throws(SessionError) in
      try await replies.run(choice, at: nil, now: request.now).feeds
    }
    let run = try await replies.run(choice, at: named ?? replies.moment, now: request.now)
    var opened = Opened(try catalog(of: run), at: run.parts.generatedAt)
    let sample = replies.delivered == .sample ? replies.moment : nil
    opened.notices = (sample.map { [.sample($0)] } ?? []) + notices(of: run.feeds)
    opened.records = { entry, _ in run.places(of: entry) }
    return opened
  }

  private static func open(_ stored: StoredCatalog, _ request: CatalogRequest) async throws(SessionError) -> Opened {
    let choice = try FeedChoice(request.selection, in: request.registry)
    let named = try await moment(of: request, choice, today: request.now) { () async throws(SessionError) in
      guard let store = stored.store else { return [] }
      return try await StoredCatalog.run(choice, in: MetadataOnlyStore(store), at: request.now, now: request.now).feeds
    }
    let moment = named ?? request.now
    if let store = stored.store, request.usesIndex, request.selection.feeds.isEmpty,
      let opened = try await openLarge(store, stored, choice, request, at: moment)
    {
      return opened
    }
    return try await openAll(stored, choice, request, at: moment)
  }

  private static func openAll(
    _ stored: StoredCatalog, _ choice: FeedChoice, _ request: CatalogRequest, at moment: Instant
  ) async throws(SessionError) -> Opened {
    let run = try await stored.run(choice, at: moment, now: request.now)
    let known = feedsEverRead(run)
    let all = try catalog(of: run)
    let read = Set(known.map(\.campus))
    var opened = Opened(
      Catalog(
        generatedAt: all.generatedAt, campuses: all.campuses.filter { read.contains($0.id) }, feeds: all.feeds, entries: all.entries),
      at: moment)
    opened.trust = FreshnessLimit(known, seconds: request.trustSeconds)
    opened.notices = notices(of: known)
    opened.records = records(in: stored.store, request.registry)
    return opened
  }

  /// Nil for a store that is not large, and for one that has nothing of the selected campuses.
  private static func openLarge(
    _ store: SnapshotStore, _ stored: StoredCatalog, _ choice: FeedChoice, _ request: CatalogRequest, at moment: Instant
  ) async throws(SessionError) -> Opened? {
    let all = try FeedChoice(Selection(), in: request.registry)
    guard let large = try await LargeStore(of: stored, all, request, at: moment) else { return nil }
    let run = try await StoredCatalog.run(all, in: MetadataOnlyStore(store), at: moment, now: request.now)
    let known = feedsEverRead(run)
    let isSelected = { (campus: CampusID) in choice.selection.campuses.isEmpty || choice.selection.campuses.contains(campus) }
    let feeds = known.filter { isSelected($0.campus) }
    guard feeds.contains(where: { $0.outcome.isDelivered || $0.outcome == .stale }) else { return nil }
    var opened = Opened(
      run.parts.campuses.filter { campus in isSelected(campus.id) && feeds.contains { $0.campus == campus.id } }, feeds, at: moment)
    opened.trust = FreshnessLimit(known, seconds: request.trustSeconds)
    opened.notices = notices(of: feeds)
    opened.large = large
    opened.load = { () async throws(SessionError) in
      guard let catalog = try await openAll(stored, choice, request, at: moment).catalog else {
        throw SessionError(.damagedResult, "the stored results cannot be read")
      }
      return catalog
    }
    opened.records = records(in: store, request.registry)
    return opened
  }

  private static func open(
    _ stored: StoredCatalog, asOf text: String, _ request: CatalogRequest
  ) async throws(SessionError) -> Opened {
    let past = try await PastCatalog(asOf: text, request.selection, of: request.registry, in: stored, now: request.now)
    let catalog = try past.catalog
    let named = try request.time.map { (text) throws(SessionError) in
      try LocalMoment.parse(text, zones: catalog.campuses.compactMap(\.timeZone), today: past.moment)
    }
    // The age of results in the past is not judged.
    var opened = Opened(catalog, at: named ?? past.moment)
    opened.notices = past.notices + [.run(past.run.generatedAt)] + notices(of: catalog.feeds)
    opened.records = records(in: stored.store, request.registry)
    return opened
  }

  // MARK: - Parts

  /// The moment that a request names; nil if it names none.
  ///
  /// A local time is read in the zone of the selected campuses; if they have several, in the one zone of those that have data.
  ///
  /// - Parameters:
  ///   - today: the day of a time alone.
  ///   - reports: gives the reports of the feeds, to find out which have data.
  private static func moment(
    of request: CatalogRequest, _ choice: FeedChoice, today: Instant,
    reports: () async throws(SessionError) -> [FeedReport]
  ) async throws(SessionError) -> Instant? {
    guard let text = request.time else { return nil }
    if let instant = Instant(text) { return instant }
    var zones = choice.plan.readings.filter(\.feed.isEnabled).compactMap(\.feed.campus.timeZone)
    if Set(zones.map(\.name)).count > 1 {
      let found = Set(try await reports().filter { $0.outcome.isDelivered || $0.outcome == .stale }.map(\.campus))
      let zonesWithData = choice.plan.readings.map(\.feed.campus).filter { found.contains($0.id) }.compactMap(\.timeZone)
      if !zonesWithData.isEmpty { zones = zonesWithData }
    }
    return try LocalMoment.parse(text, zones: zones, today: today)
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

  private static func records(
    in store: SnapshotStore?, _ registry: Registry
  ) -> @Sendable (Entry, [FeedReport]) async -> [EntryID: RecordPlace] {
    { entry, reports in
      guard let store else { return [:] }
      return await StoredReplies(store: store, registry: registry).places(of: entry, reports)
    }
  }
}
