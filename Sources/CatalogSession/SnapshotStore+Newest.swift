public import Aggregation
public import CampusCatalog
public import OpeningHours
public import SnapshotStore

/// The newest results of the feeds in a store, each from the newest run that has one.
extension SnapshotStore {
  /// The number of runs to search.
  private static let maximumRuns = 100

  /// Returns the newest results of all feeds as one catalog; nil if no run has any.
  ///
  /// - Throws: `storeFailure`, `damagedRun`.
  func newestCatalog() async throws(SessionError) -> Catalog? {
    let runs = try await newestRuns(of: RunSelection())
    guard let newest = runs.first else { return nil }
    var entries: [Entry] = []
    for (parts, feeds) in runs {
      entries += try parts.catalogOfRun.entries.filter { $0.id.feed.map(feeds.contains) ?? false }
    }
    return Catalog(
      generatedAt: newest.parts.generatedAt, campuses: Self.campuses(of: runs),
      feeds: runs.flatMap { run in run.parts.feeds.filter { run.feeds.contains($0.id) } }.sorted { $0.id < $1.id },
      entries: Catalog.sorted(entries))
  }

  /// Returns the zones in which local times are read: the zones of the selected campuses that have results.
  public func zones(of selection: RunSelection = RunSelection()) async throws(SessionError) -> [Zone] {
    Self.campuses(of: try await newestRuns(of: selection)).compactMap(\.timeZone)
  }

  /// Returns the catalogs of runs, newest first, with the selected feeds whose newest results they have.
  private func newestRuns(of selection: RunSelection) async throws(SessionError) -> [(parts: CatalogParts, feeds: Set<FeedID>)] {
    try await SessionError.ofStore { () async throws(StoreError) in
      var left = Set(try await snapshotCounts().keys.filter(selection.contains))
      var found: [(parts: CatalogParts, feeds: Set<FeedID>)] = []
      for run in try await runs(limit: Self.maximumRuns) where !left.isEmpty {
        let parts = try await catalog(of: run)
        let feeds = left.intersection(parts.feeds.filter(\.hasData).map(\.id))
        if !feeds.isEmpty { found.append((parts, feeds)) }
        left.subtract(feeds)
      }
      return found
    }
  }

  /// Returns the campuses that have results, each as in the newest run with one of its feeds.
  private static func campuses(of runs: [(parts: CatalogParts, feeds: Set<FeedID>)]) -> [Campus] {
    var campuses: [CampusID: Campus] = [:]
    for (parts, feeds) in runs {
      let ids = Set(feeds.map(\.campus))
      for campus in parts.campuses where ids.contains(campus.id) && campuses[campus.id] == nil { campuses[campus.id] = campus }
    }
    return campuses.values.sorted { $0.id < $1.id }
  }
}

extension CatalogParts {
  /// The zones of the campuses that have results; of all campuses if none has.
  public var zones: [Zone] {
    let ids = Set(feeds.filter(\.hasData).map(\.campus))
    return (ids.isEmpty ? campuses : campuses.filter { ids.contains($0.id) }).compactMap(\.timeZone)
  }
}
