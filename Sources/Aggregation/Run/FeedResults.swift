public import CampusCatalog
import FeedKit
public import OpeningHours

/// The results of the feeds of a plan, before they are merged into a catalog.
public struct FeedResults: Sendable {
  let plan: Plan
  private let source: any FeedSource
  /// The results of the feeds of the plan, in its order.
  private let collected: CollectedResults
  /// Merges these results and those of the feeds that catalogs delivered, one for each feed.
  private let merge: CampusMerge
  /// The campuses of the registry, and those that only catalogs know, sorted by id.
  public let campuses: [Campus]

  init(_ collected: CollectedResults, of plan: Plan, from source: any FeedSource, _ spill: ResultSpill?) {
    self.collected = collected
    self.plan = plan
    self.source = source
    guard plan.readings.contains(where: \.feed.readsCatalogs) else {
      merge = CampusMerge(collected, spill)
      campuses = plan.registry.campuses
      return
    }
    let catalogs = Dictionary(plan.readings.filter(\.feed.readsCatalogs).map { ($0.feed.id, $0.feed) }) { first, _ in first }
    let scope = CatalogScope(plan)
    var upstreams = Upstreams(plan.registry.campuses)
    let shown = upstreams.shown(
      collected.present.map { index in
        var result = collected.result(of: index)
        if let feed = catalogs[result.report.id] { result.upstream = result.upstream.map { scope.shown(of: $0, from: feed) } }
        return result
      }
    ) { spill?.hold($0) ?? $0 }
    merge = CampusMerge(CollectedResults(shown), contested: upstreams.contested, spill)
    campuses = upstreams.campuses
  }

  /// The reports of the feeds, sorted by id.
  public var feeds: [FeedReport] { present(merge.results.reports) }

  /// When the newest reply was received; nil if no reply has a time.
  public var receivedAt: Instant? { collected.receivedAt }

  /// The errors of the store.
  public var storeErrors: [StoreError] { merge.results.storeErrors }

  /// Whether a feed has entries.
  public var hasEntries: Bool { merge.results.contents.contains { $0.map { $0.count > 0 } ?? false } }

  /// The feeds of the plan that have results, sorted by id, with these.
  var all: some Sequence<(Plan.Reading, FeedResult)> {
    collected.present.map { (plan.readings[$0], collected.result(of: $0)) }
  }

  /// Reads recorded feeds, and the catalogs that may deliver them, again.
  func readAgain(_ feeds: Set<FeedID>) async -> [FeedResult] {
    var results: [FeedResult] = []
    for reading in plan.readings where feeds.contains(where: { $0 == reading.feed.id || reading.feed.mayDeliver($0) }) {
      if let result = await source.read(reading, known: .success(StoredFeed())) { results.append(result) }
    }
    return results
  }

  /// The minimum time for merging all campuses, even if the deadline is earlier.
  private static let timeToMerge = Duration.seconds(2)

  /// Merges the results campus by campus, applies corrections, and prepares the run's output for the store.
  ///
  /// - Parameters:
  ///   - generatedAt: the moment of generation, on which corrections depend.
  ///   - instants: the moments of campuses that differ from the common one.
  public func merged(at generatedAt: Instant, _ instants: [CampusID: Instant] = [:]) -> Aggregator.Run {
    // In a list of their own, because all reports of very many feeds are large to copy.
    var changedReports: [(index: Int, report: FeedReport)] = []
    var storeErrors = storeErrors
    var parts: [(campus: CampusID, part: CatalogParts.Part)] = []
    var campuses: [Campus] = []
    var damaged: [FeedID] = []
    parts.reserveCapacity(self.campuses.count)
    campuses.reserveCapacity(self.campuses.count)
    let declarations = CampusDeclarations(plan.registry)
    // A single slow feed may have used up the time, and merging the others takes only a moment.
    let deadline = source.deadline.leaving(atLeast: Self.timeToMerge)
    merge.forEachCampus { id, feeds in
      let position = self.campuses.partitioningIndex { $0.id >= id }
      guard position < self.campuses.endIndex, case let campus = self.campuses[position], campus.id == id else { return }
      campuses.append(campus)
      let (part, changed) = merge.entries(
        of: declarations.campus(id, campus), feeds, at: instants[id] ?? generatedAt, isLate: deadline.hasPassed())
      parts.append((id, part))
      for (index, result) in zip(feeds, changed) {
        if merge.results.errors[index] == nil, let error = result.storeError {
          storeErrors.append(error)
          if error.reason == .storeCorrupt { damaged.append(result.catalog ?? result.report.id) }
        }
        if result.report != merge.results.reports[index] { changedReports.append((index, result.report)) }
      }
    }
    var reports = merge.results.reports
    if !changedReports.isEmpty { for (index, report) in changedReports { reports[index] = report } }
    let catalog = CatalogParts(generatedAt: generatedAt, campuses: campuses, feeds: present(reports), parts: parts)
    // A run without any results is not stored.
    let isUsable = catalog.feeds.contains { $0.outcome.isDelivered || $0.outcome == .stale }
    var update = source.storesRuns && isUsable ? RunUpdate(catalog, plan.selection, parts) : nil
    update?.durations = present(merge.results.durations)
    return Aggregator.Run(
      parts: catalog, storeErrors: storeErrors, source: source, results: source.needsResults ? self : nil, update: update, damaged: damaged)
  }

  /// Returns the values of feeds without those of missing ones.
  private func present<Value>(_ values: [Value]) -> [Value] {
    merge.results.missing.isEmpty ? values : merge.results.present.map { values[$0] }
  }
}
