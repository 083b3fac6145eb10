public import CampusCatalog
public import FeedCore
public import OpeningHours

/// One run, from the registry to the catalog:
///
///     plan → each feed: requests → replies → normalize → guard → merge by campus → corrections → catalog
///
/// Equal input gives an equal catalog, in whatever order the feeds finish.
public struct Aggregator: Sendable {
  private let registry: Registry
  private let transport: any Transport
  private let delivered: FeedReport.Outcome
  private let jobs: Int

  /// - Parameters:
  ///   - transport: who answers requests.
  ///   - delivered: the outcome to report for a feed that came through: `.replayed`, `.sample` or `.fresh`.
  ///   - jobs: how many feeds are read at once.
  public init(registry: Registry, transport: any Transport, delivered: FeedReport.Outcome, jobs: Int = 8) {
    self.registry = registry
    self.transport = transport
    self.delivered = delivered
    self.jobs = max(1, jobs)
  }

  /// Reads the selected feeds and makes one catalog of them.
  ///
  /// - Parameters:
  ///   - at: the moment of generation; nil: the newest moment that a reply was received.
  ///   - now: the moment of generation when no reply tells one.
  /// - Throws: `PlanError` for an id that is not in the registry. What feeds do is told in their reports.
  public func run(_ selection: Selection = Selection(), at: Instant? = nil, now: Instant) async throws(PlanError) -> Run {
    let plan = try Plan(selection, in: registry)
    let results = await read(plan)
    let generatedAt = at ?? results.compactMap(\.receivedAt).max() ?? now
    return assemble(results, generatedAt: generatedAt)
  }

  /// What a run gives.
  public struct Run: Sendable {
    public let catalog: Catalog
    /// The ids that the entries of each feed had before the merge, and where their records stood, in the same order.
    let records: [(ids: [EntryID], places: [RecordPlace])]

    /// Where the record stood that gave the entry with this id (before a merge); found by a search.
    public func place(of id: EntryID) -> RecordPlace? {
      for feed in records {
        if let index = feed.ids.firstIndex(of: id) { return feed.places[index] }
      }
      return nil
    }
  }

  // MARK: - Feeds

  private func read(_ plan: Plan) async -> [FeedRun.Result] {
    await withTaskGroup(of: FeedRun.Result?.self) { group in
      var waiting = plan.readings[...]
      var results: [FeedRun.Result] = []
      func start() {
        guard let reading = waiting.popFirst() else { return }
        let run = FeedRun(reading: reading, transport: transport, delivered: delivered)
        group.addTask { await run.run() }
      }
      for _ in 0..<jobs { start() }
      while let result = await group.next() {
        if let result { results.append(result) }
        start()
      }
      return results.sorted { $0.report.id < $1.report.id }
    }
  }

  // MARK: - One catalog

  private func assemble(_ results: [FeedRun.Result], generatedAt: Instant) -> Run {
    var reports: [FeedReport] = []
    var entries: [Entry] = []
    let records = results.map { (ids: $0.entries.map(\.id), places: $0.places) }
    var campuses: [Campus] = []
    for campus in registry.campuses {
      var results = results.filter { $0.report.campus == campus.id }
      guard !results.isEmpty else { continue }
      campuses.append(campus)
      var merged = Merge(links: registry.links).merge(&results)
      Corrector(registry.corrections, on: campus, at: generatedAt).correct(&merged, &results)
      if entries.isEmpty { entries = merged } else { entries += merged }
      reports += results.map(\.report)
    }
    return Run(catalog: Catalog(generatedAt: generatedAt, campuses: campuses, feeds: reports, entries: entries), records: records)
  }
}
