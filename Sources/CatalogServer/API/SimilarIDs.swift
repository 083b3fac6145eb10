import Basics
import CampusCatalog
import OpeningHours

/// Finds the entries whose ids are most similar to an unknown one, for advice.
struct SimilarIDs {
  private static let most = 3
  /// How many entries before and after the place where the id would be are compared: most mistakes are in the record, near its neighbors.
  private static let neighbors = 1_000

  private let snapshot: SiteSnapshot

  init(in snapshot: SiteSnapshot) { self.snapshot = snapshot }

  /// Returns at most three ids, the most similar first.
  ///
  /// One edit for every three letters of the record, but at least one, is allowed; or else the feed may have another name that is similar.
  ///
  /// - Parameter text: any text.
  func of(_ text: String) -> [EntryID] {
    let entries = snapshot.catalog.entries
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let allowed = max(1, (parts.last ?? "").count / 3)
    let position = entries.partitioningIndex { $0.id.description >= text }
    let near = entries[max(0, position - Self.neighbors)..<min(entries.count, position + Self.neighbors)].compactMap { entry in
      let distance = EditDistance.between(text, entry.id.description)
      return distance <= allowed ? (distance: distance, id: entry.id) : nil
    }
    if !near.isEmpty { return near.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(Self.most).map(\.id) }
    guard parts.count == 3 else { return [] }
    let feeds = snapshot.catalog.feeds.map(\.id.description)
    let feed = SpellingSuggestion.of("\(parts[0])/\(parts[1])", among: feeds)
    let entry = feed.flatMap { EntryID("\($0)/\(parts[2])") }.flatMap { snapshot.entry($0) }
    return entry.map { [$0.id] } ?? []
  }
}
