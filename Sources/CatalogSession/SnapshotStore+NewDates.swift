import Aggregation
public import CampusCatalog
public import CatalogDiff
public import OpeningHours
public import SnapshotStore

extension SnapshotStore {
  /// Returns the dates with new hours between two catalogs, compared with the usual week, by the id of the feed's record.
  ///
  /// Only campuses with changed entries are looked at. Empty if the second catalog is not the later one.
  ///
  /// - Parameters:
  ///   - comparison: of the two catalogs, whose feeds have their results in this store.
  ///   - moments: the times of the two catalogs.
  /// - Throws: `storeFailure`, and `incomparableRuns` for a campus or an entry that cannot be read.
  public func newDates(in comparison: CatalogComparison, _ moments: (Instant, Instant)) async throws(SessionError) -> [EntryID: [NewDate]] {
    try await newDates(in: [comparison], [moments])[0]
  }

  /// Returns the new dates of several comparisons, whose moments ascend from one to the next.
  func newDates(
    in comparisons: [CatalogComparison], _ moments: [(old: Instant, new: Instant)]
  ) async throws(SessionError) -> [[EntryID: [NewDate]]] {
    var dates = comparisons.map { _ in [EntryID: [NewDate]]() }
    var indices: [CampusID: [Int]] = [:]
    var campuses: [CampusID: Campus] = [:]
    do throws(DiffError) {
      for (index, comparison) in comparisons.enumerated() where moments[index].old < moments[index].new {
        for campus in try comparison.changedCampuses() {
          campuses[campus.id] = campus
          indices[campus.id, default: []].append(index)
        }
      }
    } catch {
      throw SessionError(.incomparableRuns, "the changes cannot be determined: \(error)")
    }
    for (id, indices) in indices.sorted(by: { $0.key < $1.key }) {
      guard let campus = campuses[id] else { continue }
      // Between two comparisons of a campus, nothing has changed.
      let all = indices.flatMap { [moments[$0].old, moments[$0].new] }
      let found = try await SessionError.ofStore { () async throws(StoreError) in try await self.newDates(of: campus, between: all) }
      for (position, index) in indices.enumerated() { dates[index].merge(found[2 * position]) { $1 } }
    }
    return dates
  }
}
