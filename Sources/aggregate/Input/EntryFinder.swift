import Aggregation
import CampusCatalog
import CatalogQuery

/// Finds the one entry that somebody means: by its id, an alias, or its name.
struct EntryFinder {
  let catalog: Catalog

  /// - Throws: when there is none, or several have the name.
  func find(_ text: String) throws(Failure) -> Entry {
    if let id = EntryID(text) {
      if let entry = catalog.entry(id) { return entry }
      let ids = catalog.entries.flatMap { [$0.id] + $0.aliases }.map(\.description)
      if let feed = catalog.feeds.first(where: { $0.id == id.feed }), !feed.outcome.isDelivered, feed.outcome != .stale {
        throw Failure(.nothing, "no entry \(id): its feed is \(feed.outcome.rawValue) (\(feed.reason ?? "no reason given"))")
      }
      let near = NearMiss.of(text, among: ids).map { "; did you mean \($0)?" } ?? "; `aggregate search` finds places by their names"
      throw Failure(.nothing, "no entry \(id) among \(ids.count)\(near)")
    }
    let name = SearchText(text)
    let named = name.isEmpty ? [] : catalog.entries.filter { SearchText($0.name ?? "") == name }
    if let entry = named.first, named.count == 1 { return entry }
    if named.count > 1 {
      throw Failure(.usage, "\(named.count) entries have the name \"\(text)\": \(named.map(\.id.description).joined(separator: ", "))")
    }
    let near = NearMiss.of(text, among: catalog.entries.compactMap(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
    throw Failure(
      .usage, "\"\(text)\" is no entry id, nor the name of an entry\(near.isEmpty ? "; ids look like penn/dining/593" : near)")
  }
}
