public import CampusCatalog

/// The entries of a catalog that have given ids, including ids that have become aliases.
public struct ResolvedFavorites: Sendable {
  /// The entries found, sorted by id, each with the given ids that it has.
  public let entries: [(entry: Entry, ids: [EntryID])]
  /// The ids that the catalog does not have, sorted.
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
