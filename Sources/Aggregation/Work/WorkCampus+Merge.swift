import CampusCatalog
import OpeningHours

extension WorkCampus {
  /// Merges the results of the campus, and applies its corrections.
  ///
  /// - Parameters:
  ///   - results: all results of the campus, sorted by feed. Notes on the merge are added to their reports.
  ///   - moment: the time at which corrections that have expired are left out.
  ///   - isLate: whether the run's deadline has passed: entries are then not merged.
  /// - Returns: the entries, sorted by id.
  func merge(_ results: inout [FeedResult], at moment: Instant, isLate: Bool = false) -> [Entry] {
    for index in results.indices { results[index].decode() }
    var merged = isLate ? results.flatMap(\.entries) : Merge(links: links).merge(&results)
    for index in results.indices where isLate && !results[index].entries.isEmpty {
      results[index].report.notes.append(
        Note(.mergeSkipped, "the run's deadline passed before the entries were merged with those of other feeds"))
    }
    if let known { Corrector(corrections, on: known, at: moment).correct(&merged, &results) }
    return Catalog.sorted(merged)
  }
}
