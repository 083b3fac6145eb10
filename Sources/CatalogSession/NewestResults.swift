public import Aggregation
public import CampusCatalog
public import OpeningHours
public import SnapshotStore

/// The newest results of the feeds in a store, each from the newest run that has one.
struct NewestResults {
  /// The catalogs of runs, newest first, with the feeds whose newest results they have.
  private let runs: [(parts: CatalogParts, feeds: Set<FeedID>)]

  /// The number of runs to search.
  private static let maximumRuns = 100

  /// - Parameter selection: the campuses and feeds in question.
  init(in store: SnapshotStore, _ selection: RunSelection = RunSelection()) async throws(SessionError) {
    runs = try await SessionError.ofStore { () async throws(StoreError) in
      var left = Set(try await store.snapshotCounts().keys.filter(selection.contains))
      var found: [(parts: CatalogParts, feeds: Set<FeedID>)] = []
      for run in try await store.runs(limit: Self.maximumRuns) where !left.isEmpty {
        let parts = try await store.catalog(of: run)
        let feeds = left.intersection(parts.feeds.filter(\.hasData).map(\.id))
        if !feeds.isEmpty { found.append((parts, feeds)) }
        left.subtract(feeds)
      }
      return found
    }
  }

  /// The campuses that have results, each as in the newest run with one of its feeds.
  var campuses: [Campus] {
    var campuses: [CampusID: Campus] = [:]
    for (parts, feeds) in runs {
      let ids = Set(feeds.map(\.campus))
      for campus in parts.campuses where ids.contains(campus.id) && campuses[campus.id] == nil { campuses[campus.id] = campus }
    }
    return campuses.values.sorted { $0.id < $1.id }
  }

  /// The results as one catalog; nil if no run has any.
  ///
  /// - Throws: `damagedRun`.
  var catalog: Catalog? {
    get throws(SessionError) {
      guard let newest = runs.first else { return nil }
      var entries: [Entry] = []
      for (parts, feeds) in runs {
        entries += try parts.catalogOfRun.entries.filter { $0.id.feed.map(feeds.contains) ?? false }
      }
      return Catalog(
        generatedAt: newest.parts.generatedAt, campuses: campuses,
        feeds: runs.flatMap { run in run.parts.feeds.filter { run.feeds.contains($0.id) } }.sorted { $0.id < $1.id },
        entries: Catalog.sorted(entries))
    }
  }
}

extension SnapshotStore {
  /// Returns the zones in which local times are read: the zones of the selected campuses that have results.
  public func zones(of selection: RunSelection = RunSelection()) async throws(SessionError) -> [Zone] {
    try await NewestResults(in: self, selection).campuses.compactMap(\.timeZone)
  }
}

extension CatalogParts {
  /// The zones of the campuses that have results; of all campuses if none has.
  public var zones: [Zone] {
    let ids = Set(feeds.filter(\.hasData).map(\.campus))
    return (ids.isEmpty ? campuses : campuses.filter { ids.contains($0.id) }).compactMap(\.timeZone)
  }
}
