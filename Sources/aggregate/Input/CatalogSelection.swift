import Aggregation
import CampusCatalog

/// What of a catalog file is asked: the campuses and feeds that were named.
struct CatalogSelection {
  private let campuses: [String]
  private let feeds: [String]
  /// Ids of settings need not be in every file; those of the command line do.
  private let isStrict: Bool

  init(_ source: SourceOptions, _ settings: Settings) {
    isStrict = !source.campuses.isEmpty || !source.feeds.isEmpty
    campuses = isStrict ? source.campuses : settings.list("campus", flags: [])
    feeds = isStrict ? source.feeds : settings.list("feed", flags: [])
  }

  /// - Throws: for an id that the catalog does not have.
  func select(_ catalog: Catalog) throws(Failure) -> Catalog {
    if campuses.isEmpty, feeds.isEmpty { return catalog }
    let campusIDs = Set(try known(campuses, "campus", catalog.campuses.map(\.id.description)))
    let feedIDs = Set(try known(feeds, "feed", catalog.feeds.map(\.id.description)))
    let entries = catalog.entries.filter { entry in
      campusIDs.contains(entry.campus.description) || entry.sources.contains { feedIDs.contains($0.feed.description) }
    }
    let kept = Set(entries.map(\.campus))
    return Catalog(
      generatedAt: catalog.generatedAt,
      campuses: catalog.campuses.filter { campusIDs.contains($0.id.description) || kept.contains($0.id) },
      feeds: catalog.feeds.filter { campusIDs.contains($0.campus.description) || feedIDs.contains($0.id.description) }, entries: entries)
  }

  private func known(_ ids: [String], _ kind: String, _ known: [String]) throws(Failure) -> [String] {
    for id in ids where isStrict && !known.contains(id) {
      throw Failure(.usage, PlanError(kind: kind, id: id, known: known).description)
    }
    return ids
  }
}
