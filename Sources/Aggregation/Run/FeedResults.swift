public import CampusCatalog
import FeedKit
public import OpeningHours

/// The results of the feeds of a plan, before they are merged into a catalog.
public struct FeedResults: Sendable {
  private let plan: Plan
  private let source: any FeedSource
  /// The results of the feeds of the plan, sorted by feed.
  private let results: [FeedResult]
  /// The same with the results of the feeds that catalogs delivered, one for each feed, sorted by feed. Those of catalogs have no entries.
  private let shown: [FeedResult]
  /// The campuses of the registry, and those that only catalogs know, sorted by id.
  public let campuses: [Campus]

  init(_ results: [FeedResult], of plan: Plan, from source: any FeedSource) {
    self.results = results
    self.plan = plan
    self.source = source
    var upstreams = Upstreams(plan)
    shown = upstreams.shown(results)
    campuses = upstreams.campuses
  }

  /// The reports of the feeds, sorted by id.
  public var feeds: [FeedReport] { shown.map(\.report) }

  /// When the newest reply was received; nil if no reply has a time.
  public var receivedAt: Instant? { results.compactMap(\.receivedAt).max() }

  /// The errors of the store.
  public var storeErrors: [StoreError] { shown.compactMap(\.storeError) }

  /// Whether a feed has entries.
  public var hasEntries: Bool { shown.contains { !$0.entries.isEmpty || $0.lines != nil } }

  /// The minimum time for merging all campuses, even if the deadline is earlier.
  private static let timeToMerge = Duration.seconds(2)

  /// Merges the results campus by campus, applies corrections, and prepares the run's output for the store.
  ///
  /// - Parameters:
  ///   - generatedAt: the moment of generation, on which corrections depend.
  ///   - instants: the moments of campuses that differ from the common one.
  public func merged(at generatedAt: Instant, _ instants: [CampusID: Instant] = [:]) async -> Aggregator.Run {
    var reports: [FeedReport] = []
    var parts: [(campus: CampusID, part: CatalogParts.Part)] = []
    var campuses: [Campus] = []
    let byCampus = Dictionary(grouping: shown) { $0.report.campus }
    let licenses = Dictionary(plan.readings.map { ($0.feed.id, $0.adapter.manifest.license) }) { first, _ in first }
    // A single slow feed may have used up the time, and merging the others takes only a moment.
    let deadline = source.deadline.leaving(atLeast: Self.timeToMerge)
    for work in WorkCampus.all(self.campuses, in: plan.registry) {
      let campus = work.campus
      guard var results = byCampus[campus.id] else { continue }
      campuses.append(campus)
      let lines = results.compactMap { result in result.lines.map { (feed: result.report.id, lines: $0) } }
      if let first = lines.first {
        // Only feeds of a catalog, whose lines are in memory, are written together without a merge.
        let joined =
          lines.count == 1 ? nil : EntryLines(joining: lines.compactMap { line in line.lines.linesInMemory.map { (line.feed, $0) } })
        parts.append((campus.id, .lines(joined.map { LazyEntryLines($0) } ?? first.lines)))
      } else {
        let entries = work.merge(
          &results, at: instants[campus.id] ?? generatedAt, isLate: deadline.hasPassed())
        // Serialize once, for both the catalog and the store.
        parts.append((campus.id, source.storesRuns ? .lines(LazyEntryLines(EntryLines(entries))) : .entries(entries)))
      }
      reports += results.map { result in
        var report = result.report
        if result.catalog == nil { report.license = licenses[report.id].flatMap { PlainText.line($0) } }
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
    return Aggregator.Run(
      parts: catalog, storeErrors: storeErrors, source: source, plan: plan, results: unstored, update: update)
  }
}
