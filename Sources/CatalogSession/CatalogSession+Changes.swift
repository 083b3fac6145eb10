import CampusCatalog
public import CatalogDiff
import CatalogQuery
public import OpeningHours
import SnapshotStore

extension CatalogSession {
  /// Returns the changes that the runs of the days before the catalog saw, newest first, and the time of the first run; nil without a store, and
  /// if the store has no run of this selection.
  ///
  /// - Parameters:
  ///   - days: how many days before the time of the catalog to begin; a younger store begins later.
  ///   - limit: the maximum number of runs to compare.
  /// - Throws: `storeFailure`, `damagedRun`, `incomparableRuns`.
  public func recentChanges(days: Int64, limit: Int = 200) async throws -> (logs: [ChangeLog], beginning: Instant)? {
    guard let store, let first = try await store.firstRun(selection: selection),
      let last = try await store.run(atOrBefore: catalog.generatedAt, selection: selection)
    else { return nil }
    let start = Instant(secondsSinceEpoch: catalog.generatedAt.secondsSinceEpoch - days * 86_400) ?? first
    guard let run = try await store.run(atOrBefore: max(first, start), selection: selection) else { return nil }
    return (try await store.changes(after: run, through: last, limit: limit, style: rule.chosenStyle.inEnglish).logs, first)
  }
}
