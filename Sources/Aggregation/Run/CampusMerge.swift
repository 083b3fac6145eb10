import CampusCatalog
import OpeningHours

/// Merges the results of feeds campus by campus.
struct CampusMerge {
  /// The results of all feeds that the catalog has, sorted by feed. Those of catalogs have no entries of their own.
  let results: CollectedResults
  /// The campuses whose entries are from several feeds or catalogs.
  let contested: Set<CampusID>
  /// Where lines wait until they are written; nil if entries are needed as values.
  let spill: ResultSpill?

  init(_ results: CollectedResults, contested: Set<CampusID> = [], _ spill: ResultSpill?) {
    (self.results, self.contested, self.spill) = (results, contested, spill)
  }

  /// Calls `body` with each campus and the numbers of its feeds that have results.
  func forEachCampus<Failure: Error>(_ body: (CampusID, [Int]) throws(Failure) -> Void) throws(Failure) {
    // The feeds of a campus follow each other.
    var rest = results.reports.indices[...]
    while let first = rest.first {
      let campus = results.reports[first].campus
      let feeds = rest.prefix { results.reports[$0].campus == campus }
      rest = rest[feeds.endIndex...]
      let present = feeds.filter { !results.missing.contains($0) }
      if !present.isEmpty { try body(campus, present) }
    }
  }

  /// Returns the entries of a campus, merged and corrected, and the results of its feeds with notes on that; no results if they are as before.
  ///
  /// - Parameters:
  ///   - feeds: the numbers of all feeds of the campus that have results.
  ///   - moment: the moment on which corrections depend.
  ///   - isLate: whether the run's deadline has passed: entries are then not merged.
  func entries(
    of work: WorkCampus, _ feeds: [Int], at moment: Instant, isLate: Bool = false
  ) -> (part: CatalogParts.Part, changed: [FeedResult]) {
    if work.corrections.isEmpty, let part = unmerged(work, feeds) { return (part, []) }
    var changed = feeds.map(results.result)
    let entries = work.merge(&changed, at: moment, isLate: isLate)
    // Write lines once, for both the catalog and the store.
    return (spill.map { .lines($0.hold(LazyEntryLines(EntryLines(entries)))) } ?? .entries(entries), changed)
  }

  /// Returns the entries of a campus as they are if there is nothing to merge: they all come from one feed, or from one catalog, which has merged
  /// them, and no link says more about them. Otherwise nil, or if lines cannot be read.
  private func unmerged(_ work: WorkCampus, _ feeds: [Int]) -> CatalogParts.Part? {
    let filled = feeds.filter { results.contents[$0] != nil }
    guard let first = filled.first else { return .lines(LazyEntryLines(EntryLines([]))) }
    // Links between the entries of one feed only change the places of menus.
    if filled.count == 1 { return work.links.isEmpty || (try? hasMenus(first)) == false ? results.contents[first] : nil }
    let origin = results.origin(of: first)
    guard work.links.isEmpty, !contested.contains(work.id), filled.allSatisfy({ results.origin(of: $0) == origin }) else { return nil }
    let all = filled.map(results.result)
    let lines = all.compactMap { result in result.lines.map { (result.report.id, $0) } }
    if lines.isEmpty { return .entries(Catalog.sorted(all.flatMap(\.entries))) }
    guard let parts = try? lines.map({ (feed: $0, lines: try $1.lines()) }) else { return nil }
    let joined = LazyEntryLines(EntryLines(joining: parts))
    return .lines(spill?.hold(joined) ?? joined)
  }

  private func hasMenus(_ feed: Int) throws -> Bool {
    switch results.contents[feed] {
    case .entries(let entries): entries.contains { $0.kind == .menu }
    case .lines(let lines): try lines.lines().hasMenus
    case nil: false
    }
  }
}
