/// A type that reads feeds and merges their entries into a catalog:
///
///     plan → each feed: requests → replies → entries → acceptance → merge by campus → corrections → catalog
///
/// The catalog depends only on the input, not on the order in which the feeds finish.
public struct Aggregator: Sendable {
  let source: any FeedSource
  let jobs: Int

  private init(_ source: any FeedSource, jobs: Int) {
    self.source = source
    self.jobs = max(1, jobs)
  }

  /// Creates an aggregator that reads recorded replies.
  ///
  /// With a store, the results of feeds with replies in the recording are stored as if they had been received at the moment of
  /// generation. No guards apply: each of these feeds gets a new last good result, and its next poll is unconditional.
  ///
  /// - Parameters:
  ///   - delivered: the outcome to report for a feed that was read: `.replayed`, `.sample` or `.fresh`. Only `.replayed` results are stored.
  ///   - store: the store, which is not written before `commit` of the run; nil to store nothing.
  ///   - deadline: feeds that are not read by then are absent.
  public init(
    transport: any Transport, delivered: FeedReport.Outcome, into store: (any FeedStore)? = nil, jobs: Int = 8,
    deadline: RunDeadline = .never
  ) {
    self.init(RecordedSource(transport: transport, delivered: delivered, store: store, deadline: deadline), jobs: jobs)
  }

  /// Creates an aggregator that reads the last good results from a store. It sends no requests and writes nothing.
  ///
  /// - Parameter now: the current time, from which the age of results is computed.
  public init(stored store: any FeedStore, now: Instant, jobs: Int = 64) {
    self.init(StoredSource(store: store, now: now), jobs: jobs)
  }

  public init(live: LiveSource, jobs: Int) { self.init(live, jobs: jobs) }

  /// Reads the feeds of a plan and merges them into a catalog, without completing the run: call `commit` of the result afterwards. New
  /// results from the network are stored when this returns; results of a recording, confirmations and the run's output are not.
  ///
  /// Failures of feeds are in their reports.
  ///
  /// - Parameters:
  ///   - at: the moment of generation; nil for the time at which the newest reply was received.
  ///   - now: the moment of generation if no reply has a time.
  public func read(_ plan: Plan, at: Instant? = nil, now: Instant) async -> Run {
    let results = await results(of: plan)
    let generatedAt = at ?? results.compactMap(\.receivedAt).max() ?? now
    return await assemble(results, plan, generatedAt: generatedAt)
  }

  /// The result of a run.
  public struct Run: Sendable {
    /// The catalog in parts, with entries as lines where they are not needed as values.
    public let parts: CatalogParts
    /// The errors of the store. The feeds concerned are polled again by the next run.
    public package(set) var storeErrors: [StoreError]
    fileprivate let source: any FeedSource
    fileprivate let plan: Plan
    /// The results of the feeds before the merge; without their entries, unless the source stores them at the end.
    fileprivate let results: [FeedResult]
    /// The output to store; nil to store none.
    fileprivate let update: RunUpdate?

    /// The reports of the feeds, sorted by id.
    public var feeds: [FeedReport] { parts.feeds }

    /// Stores the remaining results and the run's output. Call it once.
    ///
    /// - Parameter contentHash: the content hash of the catalog, if known. Storing it saves the next run from hashing an equal catalog.
    /// - Returns: all errors of the store, including those from reading it.
    public func commit(contentHash: String? = nil) async -> [StoreError] {
      var update = update
      update?.contentHash = contentHash
      return storeErrors + (await source.commit(results, of: plan, update, at: parts.generatedAt))
    }

    /// The catalog with all its entries. Throws an error if stored lines cannot be read.
    public var catalog: Catalog { get throws { try parts.catalog() } }

    /// Returns the locations of the records that an entry was merged from, by the ids of their entries before the merge. Takes time
    /// linear in the number of entries.
    public func places(of entry: Entry) -> [EntryID: RecordPlace] {
      var places: [EntryID: RecordPlace] = [:]
      for source in entry.sources {
        guard let id = EntryID(feed: source.feed, record: source.record) else { continue }
        for result in results {
          if let index = result.ids.firstIndex(of: id) { places[id] = result.places[index] }
        }
      }
      return places
    }
  }

  /// The minimum time for merging all campuses, even if the deadline is earlier.
  private static let timeToMerge = Duration.seconds(2)

  /// Merges the results campus by campus, applies corrections, and prepares what the run stores.
  private func assemble(_ results: [FeedResult], _ plan: Plan, generatedAt: Instant) async -> Run {
    var reports: [FeedReport] = []
    var parts: [(campus: CampusID, part: CatalogParts.Part)] = []
    var campuses: [Campus] = []
    let byCampus = Dictionary(grouping: results) { $0.report.campus }
    let licences = Dictionary(plan.readings.map { ($0.feed.id, $0.adapter.manifest.licence) }) { first, _ in first }
    // A single slow feed may have used up the time, and merging the others takes only a moment.
    let deadline = source.deadline.leaving(atLeast: Self.timeToMerge)
    for campus in plan.registry.campuses {
      guard var results = byCampus[campus.id] else { continue }
      campuses.append(campus)
      if let lines = results.lazy.compactMap(\.lines).first {
        parts.append((campus.id, .lines(lines)))
      } else {
        let isLate = deadline.hasPassed()
        var merged = isLate ? results.flatMap(\.entries) : Merge(links: plan.registry.links).merge(&results)
        for index in results.indices where isLate && !results[index].entries.isEmpty {
          results[index].report.notes.append(
            Note(.mergeSkipped, "the run's deadline passed before the entries were merged with those of other feeds"))
        }
        Corrector(plan.registry.corrections, on: campus, at: generatedAt).correct(&merged, &results)
        let entries = Catalog.sorted(merged)
        // Serialize once, for both the catalog and the store.
        parts.append((campus.id, source.storesRuns ? .lines(LazyEntryLines(EntryLines(entries))) : .entries(entries)))
      }
      reports += results.map { result in
        var report = result.report
        report.licence = licences[report.id].flatMap { PlainText.line($0) }
        return report
      }
    }
    var catalog = CatalogParts(generatedAt: generatedAt, campuses: campuses, feeds: reports, parts: parts)
    // A run without any results is not stored.
    let isUsable = reports.contains { $0.outcome.isDelivered || $0.outcome == .stale }
    let update = source.storesRuns && isUsable ? RunUpdate(catalog, plan.selection, parts) : nil
    if let update { catalog.contentHash = (try? await source.states?.contentHash(of: update)) ?? nil }
    var unstored = results
    // The catalog has the entries; do not hold a second copy in memory, unless they are stored at the end with their recorded replies.
    for index in unstored.indices where unstored[index].replies.isEmpty { unstored[index].content = nil }
    return Run(
      parts: catalog, storeErrors: results.compactMap(\.storeError), source: source, plan: plan, results: unstored, update: update)
  }
}
