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
    var reports: [FeedReport] = []
    for (run, _, feeds) in runs {
      let catalog = try await SessionError.ofStore { () async throws(StoreError) in try await self.catalog(of: run) }.catalogOfRun
      entries += catalog.entries.filter { $0.id.feed.map(feeds.contains) ?? false }
      reports += catalog.feeds.filter { feeds.contains($0.id) }
    }
    for index in reports.indices { reports[index].hasFormerLicenseKey = false }
    return Catalog(
      generatedAt: newest.run.generatedAt, campuses: Self.campuses(of: runs), feeds: reports.sorted { $0.id < $1.id },
      entries: Catalog.sorted(entries))
  }

  /// Returns the entry that has an id or alias in the newest results of all feeds, and the campuses of these results. Other entries are not
  /// decoded.
  ///
  /// - Throws: `storeFailure`, `damagedRun`.
  func newestEntry(_ id: EntryID) async throws(SessionError) -> (entry: Entry?, campuses: [Campus]) {
    let runs = try await newestRuns(of: RunSelection())
    var found: [Entry] = []
    for (run, _, feeds) in runs {
      let parts = try await SessionError.ofStore { () async throws(StoreError) in try await self.catalog(of: run) }
      do {
        found += try parts.entries(with: id).filter { $0.id.feed.map(feeds.contains) ?? false }
      } catch {
        throw SessionError(.damagedRun, "the run of \(run.generatedAt) cannot be read")
      }
    }
    let entry = found.first { $0.id == id } ?? Catalog.sorted(found).first { $0.aliases.contains(id) }
    return (entry, Self.campuses(of: runs))
  }

  /// Returns the zones in which local times are read: the zones of the selected campuses that have results.
  public func zones(of selection: RunSelection = RunSelection()) async throws(SessionError) -> [Zone] {
    Self.campuses(of: try await newestRuns(of: selection)).compactMap(\.timeZone)
  }

  /// Returns the campuses that have results, each as in the newest run with one of its feeds, sorted by id.
  public func readCampuses() async throws(SessionError) -> [Campus] { Self.campuses(of: try await newestRuns(of: RunSelection())) }

  /// A run without its entries, and the feeds whose newest results it has.
  private typealias NewestRun = (run: RunRecord, header: CatalogParts, feeds: Set<FeedID>)

  /// Returns the runs, newest first, that have the newest results of the selected feeds.
  private func newestRuns(of selection: RunSelection) async throws(SessionError) -> [NewestRun] {
    try await SessionError.ofStore { () async throws(StoreError) in
      var left = Set(try await snapshotCounts().keys.filter(selection.contains))
      var found: [NewestRun] = []
      var delivered: Set<FeedID> = []
      for run in try await runs(limit: Self.maximumRuns) where !left.isEmpty {
        let header = try await self.header(of: run)
        let withData = header.feeds.filter(\.hasData)
        // The feeds of catalogs have no results of their own.
        let new = Set(withData.filter { !$0.via.isEmpty && selection.contains($0.id) }.map(\.id)).subtracting(delivered)
        delivered.formUnion(new)
        let feeds = left.intersection(withData.map(\.id)).union(new)
        if !feeds.isEmpty { found.append((run, header, feeds)) }
        left.subtract(feeds)
      }
      return found
    }
  }

  /// Returns the campuses that have results, each as in the newest run with one of its feeds.
  private static func campuses(of runs: [NewestRun]) -> [Campus] {
    var campuses: [CampusID: Campus] = [:]
    for (_, header, feeds) in runs {
      let ids = Set(feeds.map(\.campus))
      for campus in header.campuses where ids.contains(campus.id) && campuses[campus.id] == nil { campuses[campus.id] = campus }
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
