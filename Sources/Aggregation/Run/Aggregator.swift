public import CampusCatalog
public import FeedCore
import Locking
public import OpeningHours

/// One run, from the registry to the catalog:
///
///     plan → each feed: requests → replies → normalize → guard → store → merge by campus → corrections → catalog
///
/// Equal input gives an equal catalog, in whatever order the feeds finish.
public struct Aggregator: Sendable {
  private let registry: Registry
  private let source: Source
  private let jobs: Int

  private enum Source: Sendable {
    /// Recorded replies: no past, no guards. With a store, they become the newest results there, and places keep their former ids.
    case recorded(any Transport, FeedReport.Outcome, (any FeedStore)?)
    case live(LiveSource)
  }

  /// For recorded replies.
  ///
  /// - Parameters:
  ///   - transport: who answers requests.
  ///   - delivered: the outcome to report for a feed that came through: `.replayed`, `.sample` or `.fresh`.
  ///   - jobs: how many feeds are read at once.
  public init(registry: Registry, transport: any Transport, delivered: FeedReport.Outcome, jobs: Int = 8) {
    self.registry = registry
    self.source = .recorded(transport, delivered, nil)
    self.jobs = max(1, jobs)
  }

  /// For recorded replies that are to be kept as if they had been received at the moment of generation: each feed that came through
  /// has a new last good result then, whatever a guard would say, and the next poll asks without a condition.
  ///
  /// - Parameters:
  ///   - recording: who answers requests; feeds that it has nothing of stay as they are.
  ///   - store: nothing is written to it before `keep` or `kept` of the run.
  public init(registry: Registry, replaying recording: any Transport, into store: any FeedStore, jobs: Int = 8) {
    self.registry = registry
    self.source = .recorded(recording, .replayed, store)
    self.jobs = max(1, jobs)
  }

  /// For feeds that have a past.
  public init(registry: Registry, live: LiveSource, jobs: Int) {
    self.registry = registry
    self.source = .live(live)
    self.jobs = max(1, jobs)
  }

  /// Reads the selected feeds and makes one catalog of them.
  ///
  /// - Parameters:
  ///   - at: the moment of generation; nil: the newest moment that a reply was received.
  ///   - now: the moment of generation when no reply tells one.
  /// - Throws: `PlanError` for an id that is not in the registry. What feeds do is told in their reports.
  public func run(_ selection: Selection = Selection(), at: Instant? = nil, now: Instant) async throws(PlanError) -> Run {
    var run = try await runAhead(selection, at: at, now: now)
    run.storeErrors = await run.kept()
    return run
  }

  /// The same, but what needs no waiting for is not kept yet when it returns: that results are current, and what the run wrote. `keep`
  /// of the run begins with that, and `kept`, which must follow, waits for it. (New results are kept when it returns, but those of a
  /// recording: they are kept then, too.)
  public func runAhead(_ selection: Selection = Selection(), at: Instant? = nil, now: Instant) async throws(PlanError) -> Run {
    let plan = try Plan(selection, in: registry)
    let results = await read(plan)
    let generatedAt = at ?? results.compactMap(\.receivedAt).max() ?? now
    return await assemble(results, plan, selection, generatedAt: generatedAt)
  }

  /// What a run gives.
  public struct Run: Sendable {
    public let parts: CatalogParts
    /// The store failed: what it could not keep will be asked again.
    public fileprivate(set) var storeErrors: [StoreError]
    fileprivate let keeping: Keeping?
    /// The ids that the entries of each feed had before the merge, and where their records stood, in the same order.
    let records: [(ids: [EntryID], places: [RecordPlace])]

    public var feeds: [FeedReport] { parts.feeds }

    /// Begins to keep what the run learned, where that has not begun.
    ///
    /// - Parameter contentHash: that of the catalog, where it is known: a store that keeps it spares the next run the hashing.
    public func keep(contentHash: String? = nil) { keeping?.begin(contentHash) }

    /// Waits until all is kept that the run learned. Returns all errors of the store.
    public func kept() async -> [StoreError] { storeErrors + (await keeping?.begin(nil).value ?? []) }

    /// The catalog with all its entries.
    ///
    /// - Throws: what reading kept lines throws.
    public var catalog: Catalog {
      get throws { try parts.catalog() }
    }

    /// Where the records stood that an entry was made of, by the ids that their entries had before the merge; found by a search.
    public func places(of entry: Entry) -> [EntryID: RecordPlace] {
      var places: [EntryID: RecordPlace] = [:]
      for source in entry.sources {
        guard let id = EntryID(feed: source.feed, record: source.record) else { continue }
        for feed in records {
          if let index = feed.ids.firstIndex(of: id) { places[id] = feed.places[index] }
        }
      }
      return places
    }
  }

  // MARK: - Feeds

  private func read(_ plan: Plan) async -> [FeedRun.Result] {
    let readings = inTurns(plan.readings)
    let merged = mergedCampuses(plan)
    var past: Past?
    if case .live(let live) = source { past = Past(of: readings.map(\.feed.id), in: live.store) }
    let next = Guarded(0)
    // Each of them takes feed after feed: a task for each feed would be changed to and from twice more.
    let results = await withTaskGroup(of: [FeedRun.Result].self) { group in
      if let past {
        group.addTask {
          await past.read()
          return []
        }
      }
      for _ in 0..<min(jobs, readings.count) {
        group.addTask { [past] in
          var results: [FeedRun.Result] = []
          while true {
            let index = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard index < readings.count else { return results }
            let reading = readings[index]
            let needsEntries = merged.contains(reading.feed.campus.id)
            if let result = await read(reading, needsEntries: needsEntries, { () async throws(StoreError) in try await past?.known(index) })
            {
              results.append(result)
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    return results.sorted { $0.report.id < $1.report.id }
  }

  /// - Parameter known: what is known of a feed that has a past.
  /// - Returns: nil when a recording has nothing of this feed.
  private func read(
    _ reading: Plan.Reading, needsEntries: Bool, _ known: () async throws(StoreError) -> Past.Known?
  ) async -> FeedRun.Result? {
    switch source {
    case .recorded(let transport, let delivered, let store):
      let run = FeedRun(
        reading: reading, transport: transport, delivered: delivered, needsEntries: needsEntries, keepsReplies: store != nil)
      guard var result = await run.run() else { return nil }
      if let store { await Inheritance(reading: reading, store: store).passToReplayed(&result) }
      return result
    case .live(let live):
      var poll = FeedPoll(reading: reading, source: live, needsEntries: needsEntries)
      do throws(StoreError) {
        let known = try await known()
        poll.ahead = known?.lines
        return await poll.run(known?.state)
      } catch {
        // Who does not know what is kept must not write over it.
        return poll.withoutStore(error)
      }
    }
  }

  /// Whether what the run writes is to be remembered.
  private var keepsRuns: Bool {
    switch source {
    case .live(let live): live.keepsRuns
    case .recorded(_, _, let store): store?.keepsRuns ?? false
    }
  }

  /// The feeds of different servers in turns: those of one server wait for each other, and must not keep others from starting.
  private func inTurns(_ readings: [Plan.Reading]) -> [Plan.Reading] {
    guard case .live = source else { return readings }
    var counts: [Substring: Int] = [:]
    let turns = readings.map { reading in
      let server = Self.server(of: reading.feed)
      counts[server, default: 0] += 1
      return counts[server] ?? 0
    }
    return readings.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { readings[$0] }
  }

  /// Scheme, host and port as they are written.
  private static func server(of feed: Feed) -> Substring {
    let addresses = feed.addresses.filter { !$0.value.isEmpty }
    guard let url = addresses.min(by: { $0.key < $1.key })?.value.first?.url, let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      url.utf8[colon...].starts(with: "://".utf8)
    else { return "" }
    let host = url.utf8[url.utf8.index(colon, offsetBy: 3)...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    return url[..<host.endIndex]
  }

  /// Campuses whose entries have to be looked at: several feeds may tell of one place, or somebody knows better than a feed.
  private func mergedCampuses(_ plan: Plan) -> Set<CampusID> {
    var counts: [CampusID: Int] = [:]
    for reading in plan.readings where reading.feed.isEnabled { counts[reading.feed.campus.id, default: 0] += 1 }
    var merged = Set(counts.filter { $0.value > 1 }.keys)
    for correction in registry.corrections { if let feed = correction.id.feed { merged.insert(feed.campus) } }
    return merged
  }

  private func keeping(_ results: [FeedRun.Result], _ plan: Plan, _ run: RunUpdate?, _ moment: Instant) -> Keeping? {
    switch source {
    case .live(let live):
      let confirmations = results.compactMap(\.confirmation?.values)
      return Keeping(run) { await live.keep(confirmations, $0) }
    case .recorded(_, _, let store?):
      let keeper = ReplayKeeper(store: store, readings: plan.readings, moment: moment)
      return Keeping(run) { await keeper.keep(results, $0) }
    case .recorded: return nil
    }
  }

  /// What a store knows of the content hash; what it can not tell is hashed.
  private func knownHash(_ run: RunUpdate?) async -> String? {
    guard let run, case .live(let live) = source else { return nil }
    return (try? await live.store.contentHash(of: run)) ?? nil
  }

  // MARK: - One catalog

  private func assemble(_ results: [FeedRun.Result], _ plan: Plan, _ selection: Selection, generatedAt: Instant) async -> Run {
    var reports: [FeedReport] = []
    var parts: [WrittenPart] = []
    let records = results.map { (ids: $0.ids, places: $0.places) }
    var campuses: [Campus] = []
    let byCampus = Dictionary(grouping: results) { $0.report.campus }
    for campus in registry.campuses {
      guard var results = byCampus[campus.id] else { continue }
      campuses.append(campus)
      if let result = results.first(where: { $0.part != nil }), let part = result.part {
        parts.append(WrittenPart(campus: campus.id, part: part, content: result.content))
      } else {
        var merged = Merge(links: registry.links).merge(&results)
        Corrector(registry.corrections, on: campus, at: generatedAt).correct(&merged, &results)
        let entries = Catalog.sorted(merged)
        // What is remembered is written once, for the catalog and for the store.
        parts.append(WrittenPart(campus: campus.id, part: keepsRuns ? .lines(EntryLines(entries)) : .entries(entries)))
      }
      reports += results.map(\.report)
    }
    var catalog = CatalogParts(
      generatedAt: generatedAt, campuses: campuses, feeds: reports, parts: parts.map { ($0.campus, $0.part) })
    // A run that has nothing to show writes nothing, and is none to come back to.
    let isUsable = reports.contains { $0.outcome.isDelivered || $0.outcome == .stale }
    let run = keepsRuns && isUsable ? RunUpdate(catalog, selection.kept, parts) : nil
    catalog.contentHash = await knownHash(run)
    return Run(
      parts: catalog, storeErrors: results.compactMap(\.storeError), keeping: keeping(results, plan, run, generatedAt), records: records)
  }
}
