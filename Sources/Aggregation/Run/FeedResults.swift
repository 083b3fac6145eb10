public import CampusCatalog
import FeedKit
public import OpeningHours

/// The results of the feeds of a plan, before they are merged into a catalog.
public struct FeedResults: Sendable {
  let plan: Plan
  private let source: any FeedSource
  /// The results of the feeds of the plan, in its order.
  private let collected: CollectedResults
  /// The same with the results of the feeds that catalogs delivered, one for each feed, sorted by feed. Those of catalogs have no entries.
  private let shown: CollectedResults
  /// The campuses that a catalog may deliver and another feed of the plan has, too.
  private let contested: Set<CampusID>
  /// Where lines wait until they are written; nil if entries are needed as values.
  private let spill: ResultSpill?
  /// The campuses of the registry, and those that only catalogs know, sorted by id.
  public let campuses: [Campus]

  init(_ collected: CollectedResults, of plan: Plan, from source: any FeedSource, _ spill: ResultSpill?) {
    self.collected = collected
    self.plan = plan
    self.source = source
    self.spill = spill
    var upstreams = Upstreams(plan)
    if upstreams.isEmpty {
      shown = collected
    } else {
      shown = CollectedResults(upstreams.shown(collected.present.map(collected.result)) { spill?.hold($0) ?? $0 })
    }
    campuses = upstreams.campuses
    contested = upstreams.contested
  }

  /// The reports of the feeds, sorted by id.
  public var feeds: [FeedReport] { present(shown.reports) }

  /// When the newest reply was received; nil if no reply has a time.
  public var receivedAt: Instant? { collected.receivedAt }

  /// The errors of the store.
  public var storeErrors: [StoreError] { shown.storeErrors }

  /// Whether a feed has entries.
  public var hasEntries: Bool { shown.contents.contains { $0.map { $0.count > 0 } ?? false } }

  /// The feeds of the plan that have results, sorted by id, with these.
  var all: some Sequence<(Plan.Reading, FeedResult)> {
    collected.present.map { (plan.readings[$0], collected.result(of: $0)) }
  }

  /// Reads a recorded feed again; nil if the plan does not have it.
  func readAgain(_ feed: FeedID) async -> FeedResult? {
    guard let reading = plan.readings.first(where: { $0.feed.id == feed }) else { return nil }
    return await source.read(reading, known: .success(StoredFeed()))
  }

  /// The minimum time for merging all campuses, even if the deadline is earlier.
  private static let timeToMerge = Duration.seconds(2)

  /// Merges the results campus by campus, applies corrections, and prepares the run's output for the store.
  ///
  /// - Parameters:
  ///   - generatedAt: the moment of generation, on which corrections depend.
  ///   - instants: the moments of campuses that differ from the common one.
  public func merged(at generatedAt: Instant, _ instants: [CampusID: Instant] = [:]) -> Aggregator.Run {
    var reports = shown.reports
    var storeErrors = storeErrors
    var parts: [(campus: CampusID, part: CatalogParts.Part)] = []
    var campuses: [Campus] = []
    parts.reserveCapacity(self.campuses.count)
    let declarations = CampusDeclarations(plan.registry)
    // A single slow feed may have used up the time, and merging the others takes only a moment.
    let deadline = source.deadline.leaving(atLeast: Self.timeToMerge)
    // The feeds of a campus follow each other.
    var rest = reports.indices[...]
    while let first = rest.first {
      let id = reports[first].campus
      let indices = rest.prefix { reports[$0].campus == id }
      rest = rest[indices.endIndex...]
      let present = indices.filter { !shown.missing.contains($0) }
      let position = self.campuses.partitioningIndex { $0.id >= id }
      if present.isEmpty || position == self.campuses.endIndex { continue }
      let work = declarations.campus(self.campuses[position])
      campuses.append(work.campus)
      if work.isPlain, let part = unmerged(id, present) {
        parts.append((id, part))
        continue
      }
      var results = present.map(shown.result)
      let entries = work.merge(&results, at: instants[id] ?? generatedAt, isLate: deadline.hasPassed())
      // Write lines once, for both the catalog and the store.
      parts.append((id, spill.map { .lines($0.hold(LazyEntryLines(EntryLines(entries)))) } ?? .entries(entries)))
      for (index, result) in zip(present, results) {
        if shown.errors[index] == nil, let error = result.storeError { storeErrors.append(error) }
        reports[index] = result.report
      }
    }
    let catalog = CatalogParts(generatedAt: generatedAt, campuses: campuses, feeds: present(reports), parts: parts)
    // A run without any results is not stored.
    let isUsable = catalog.feeds.contains { $0.outcome.isDelivered || $0.outcome == .stale }
    let update = source.storesRuns && isUsable ? RunUpdate(catalog, plan.selection, parts) : nil
    return Aggregator.Run(
      parts: catalog, storeErrors: storeErrors, source: source, results: source.needsResults ? self : nil, update: update)
  }

  /// Returns the entries of a campus as they are if there is nothing to merge: they all come from one feed, or from one catalog, which has merged
  /// them. Otherwise nil, or if lines cannot be read.
  private func unmerged(_ campus: CampusID, _ feeds: [Int]) -> CatalogParts.Part? {
    let filled = feeds.filter { shown.contents[$0] != nil }
    guard let first = filled.first else { return .lines(LazyEntryLines(EntryLines([]))) }
    if filled.count == 1 { return shown.contents[first] }
    let origin = shown.origin(of: first)
    guard !contested.contains(campus), filled.allSatisfy({ shown.origin(of: $0) == origin }) else { return nil }
    let results = filled.map(shown.result)
    let lines = results.compactMap { result in result.lines.map { (result.report.id, $0) } }
    if lines.isEmpty { return .entries(Catalog.sorted(results.flatMap(\.entries))) }
    guard let parts = try? lines.map({ (feed: $0, lines: try $1.lines()) }) else { return nil }
    let joined = LazyEntryLines(EntryLines(joining: parts))
    return .lines(spill?.hold(joined) ?? joined)
  }

  /// Returns reports without those of missing feeds.
  private func present(_ reports: [FeedReport]) -> [FeedReport] { shown.missing.isEmpty ? reports : shown.present.map { reports[$0] } }
}
