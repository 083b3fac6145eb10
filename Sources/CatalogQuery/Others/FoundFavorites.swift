public import CampusCatalog

/// Entries that somebody marked, found again in a catalog: by their ids, also where those are aliases now.
public struct FoundFavorites: Sendable {
  /// The entries that are there, by id, each once, with the ids under which they were marked.
  public let entries: [(entry: Entry, ids: [EntryID])]
  /// The ids that the catalog does not have now, sorted.
  public let missing: [EntryID]

  public init(_ ids: some Sequence<EntryID>, among entries: some Sequence<Entry>) {
    let wanted = Set(ids)
    var found: [(entry: Entry, ids: [EntryID])] = []
    var left = wanted
    for entry in entries {
      let own = ([entry.id] + entry.aliases).filter(wanted.contains)
      guard !own.isEmpty else { continue }
      left.subtract(own)
      found.append((entry, own.sorted()))
    }
    self.entries = found.sorted { $0.entry.id < $1.entry.id }
    missing = left.sorted()
  }
}
