public import CampusCatalog
public import FeedKit
public import Fetching
public import OpeningHours
public import StoreInterface

/// One run, from the registry to the catalog:
///
///     plan → each feed: requests → replies → entries → acceptance → merge by campus → corrections → catalog
///
/// Equal input gives an equal catalog, in whatever order the feeds finish.
public struct Aggregator: Sendable {
  private let registry: Registry
  private let source: any FeedSource
  private let jobs: Int

  private init(_ registry: Registry, _ source: any FeedSource, jobs: Int) {
    self.registry = registry
    self.source = source
    self.jobs = max(1, jobs)
  }

  /// A run over recorded replies.
  ///
  /// - Parameters:
  ///   - transport: answers requests.
  ///   - delivered: the outcome to report for a feed that was read: `.replayed`, `.sample` or `.fresh`.
  ///   - jobs: how many feeds are read at once.
  ///   - deadline: feeds that are not read and merged by then are absent.
  public init(
    registry: Registry, transport: any Transport, delivered: FeedReport.Outcome, jobs: Int = 8, deadline: RunDeadline = .never
  ) {
    self.init(registry, RecordedSource(transport: transport, delivered: delivered, deadline: deadline), jobs: jobs)
  }

  /// A run over recorded replies that are stored as if they had been received at the moment of generation: each feed that was read has a
  /// new last good result then, whatever a guard would say, and the next poll asks without a condition.
  ///
  /// - Parameters:
  ///   - recording: answers requests; feeds of which it has nothing stay as they are.
  ///   - store: nothing is written to it before `commit` of the run.
  ///   - deadline: feeds that are not read and merged by then are absent.
  public init(
    registry: Registry, replaying recording: any Transport, into store: any FeedStore, jobs: Int = 8, deadline: RunDeadline = .never
  ) {
    self.init(registry, RecordedSource(transport: recording, delivered: .replayed, store: store, deadline: deadline), jobs: jobs)
  }

  /// A run over the last good results in a store. Nothing is requested, and nothing is written.
  ///
  /// - Parameter now: the instant at which the age of results is judged.
  public init(registry: Registry, stored store: any FeedStore, now: Instant, jobs: Int = 64) {
    self.init(registry, StoredSource(store: store, now: now), jobs: jobs)
  }

  /// A run over feeds that are read from the network.
  public init(registry: Registry, live: LiveSource, jobs: Int) { self.init(registry, live, jobs: jobs) }

  /// Reads the selected feeds, makes one catalog of them, and stores what was learned.
  ///
  /// - Parameters:
  ///   - at: the moment of generation; nil: the newest moment that a reply was received.
  ///   - now: the moment of generation when no reply tells one.
  /// - Throws: `PlanError` for an id that is not in the registry. What feeds do is told in their reports.
  public func run(_ selection: Selection = Selection(), at: Instant? = nil, now: Instant) async throws(PlanError) -> Run {
    var run = try await read(selection, at: at, now: now)
    run.storeErrors = await run.commit()
    return run
  }

  /// The same without the end: `commit` of the run must follow. New results from the network are stored when this returns; those of a
  /// recording, confirmations of results, and what the run wrote are not.
  public func read(_ selection: Selection = Selection(), at: Instant? = nil, now: Instant) async throws(PlanError) -> Run {
    let plan = try Plan(selection, in: registry)
    let results = await FeedQueue(plan, merged: mergedCampuses(plan), from: source, jobs: jobs).read()
    let generatedAt = at ?? results.compactMap(\.receivedAt).max() ?? now
    return await assemble(results, plan, selection, generatedAt: generatedAt)
  }

  /// What a run gives.
  public struct Run: Sendable {
    public let parts: CatalogParts
    /// Why the store could not be read or written; those feeds will be asked again.
    public fileprivate(set) var storeErrors: [StoreError]
    fileprivate let store: @Sendable (_ contentHash: String?) async -> [StoreError]
    /// The ids that the entries of each feed had before the merge, and where their records stood, in the same order.
    let records: [(ids: [EntryID], places: [RecordPlace])]

    public var feeds: [FeedReport] { parts.feeds }

    /// Stores what is left to store. To be called once.
    ///
    /// - Parameter contentHash: that of the catalog, when it is known; a store that has it saves the next run the hashing.
    /// - Returns: all errors of the store, including those of the reading.
    public func commit(contentHash: String? = nil) async -> [StoreError] { storeErrors + (await store(contentHash)) }

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

  // MARK: - One catalog

  /// The campuses whose entries have to be compared: several feeds may describe the same place, or a correction overrides a feed.
  private func mergedCampuses(_ plan: Plan) -> Set<CampusID> {
    var counts: [CampusID: Int] = [:]
    for reading in plan.readings where reading.feed.isEnabled { counts[reading.feed.campus.id, default: 0] += 1 }
    var merged = Set(counts.filter { $0.value > 1 }.keys)
    for correction in registry.corrections { if let feed = correction.id.feed { merged.insert(feed.campus) } }
    return merged
  }

  /// The time for merging all campuses when the feeds have left less.
  private static let timeToMerge = Duration.seconds(2)

  /// The entries of all feeds as they are, when there is no time to find those that describe the same place.
  private static func unmerged(_ results: inout [FeedResult]) -> [Entry] {
    for index in results.indices where !results[index].entries.isEmpty {
      results[index].report.notes.append(
        Note(.mergeSkipped, "the run's deadline passed before the entries were merged with those of other feeds"))
    }
    return results.flatMap(\.entries)
  }

  private func assemble(_ results: [FeedResult], _ plan: Plan, _ selection: Selection, generatedAt: Instant) async -> Run {
    var reports: [FeedReport] = []
    var parts: [WrittenPart] = []
    var campuses: [Campus] = []
    let byCampus = Dictionary(grouping: results) { $0.report.campus }
    // One feed may have used up all the time; the others still need their merge, which takes a moment.
    let deadline = source.deadline.leaving(atLeast: Self.timeToMerge)
    for campus in registry.campuses {
      guard var results = byCampus[campus.id] else { continue }
      campuses.append(campus)
      if let (part, id) = results.lazy.compactMap(\.part).first {
        parts.append(WrittenPart(campus: campus.id, part: part, content: id))
      } else {
        var merged = deadline.hasPassed() ? Self.unmerged(&results) : Merge(links: registry.links).merge(&results)
        Corrector(registry.corrections, on: campus, at: generatedAt).correct(&merged, &results)
        let entries = Catalog.sorted(merged)
        // What is stored is serialized once, for the catalog and for the store.
        parts.append(WrittenPart(campus: campus.id, part: source.storesRuns ? .lines(EntryLines(entries)) : .entries(entries)))
      }
      reports += results.map(\.report)
    }
    var catalog = CatalogParts(
      generatedAt: generatedAt, campuses: campuses, feeds: reports, parts: parts.map { ($0.campus, $0.part) })
    // A run that has nothing to show writes nothing, and cannot be returned to.
    let isUsable = reports.contains { $0.outcome.isDelivered || $0.outcome == .stale }
    let update = source.storesRuns && isUsable ? RunUpdate(catalog, selection.kept, parts) : nil
    if let update { catalog.contentHash = await source.contentHash(of: update) }
    // The entries are in the catalog; a second copy would be in memory for as long as the run.
    let learned = source.storesResults ? results : results.map(\.withoutEntries)
    let store = { @Sendable [source, update] (contentHash: String?) in
      var update = update
      update?.contentHash = contentHash
      return await source.commit(learned, of: plan, update, at: generatedAt)
    }
    return Run(
      parts: catalog, storeErrors: results.compactMap(\.storeError), store: store, records: results.map { ($0.ids, $0.places) })
  }
}
