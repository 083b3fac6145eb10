import CampusCatalog

/// Finds the former ids of places in a feed whose ids are derived from values that may change. They become aliases.
///
/// When `town/a/gym` is renamed, and `town/a/sports-hall` is the only new place in the same building at the same position, the new entry
/// gets the alias `town/a/gym`.
///
/// The result depends only on the last and the new result of the feed, not on the order of their entries.
enum FormerIDs {
  /// Sets the aliases of the places in a new result, based on the last one.
  ///
  /// A place whose id stays has the same aliases as before. If exactly one removed and one added place share building and position,
  /// they are the same place: the id and the aliases of the removed one become aliases of the added one. The id of a present entry is
  /// never an alias, and neither is an id with equal claims by two entries.
  static func addAliases(from old: [Entry], to new: inout [Entry]) {
    let predecessors = predecessors(of: new, among: old)
    // Ids that cannot be used as aliases.
    var settled = Set(new.map(\.id))
    var aliases: [[EntryID]] = new.map { _ in [] }
    /// Assigns each unsettled alias to the entry that claims it, or to none if several do.
    func settle(_ claimed: (Entry) -> [EntryID]) {
      var claimants: [EntryID: Set<Int>] = [:]
      for (index, entry) in new.enumerated() {
        for alias in claimed(entry) where !settled.contains(alias) { claimants[alias, default: []].insert(index) }
      }
      for (alias, indices) in claimants {
        settled.insert(alias)
        if indices.count == 1, let index = indices.first { aliases[index].append(alias) }
      }
    }
    // Earlier aliases take precedence over former ids, and these over the adapter's own aliases.
    settle { predecessors[$0.id]?.aliases ?? [] }
    settle { predecessors[$0.id].map { [$0.id] } ?? [] }
    settle(\.aliases)
    for index in new.indices { new[index].aliases = aliases[index].sorted() }
  }

  /// Returns canonical lines with aliases based on the last result; the same lines if nothing changes.
  ///
  /// - Throws: an error if the lines cannot be read.
  static func addAliases(from old: [Entry], to lines: EntryLines) throws -> EntryLines {
    var entries = try lines.entries()
    let before = entries.map(\.aliases)
    addAliases(from: old, to: &entries)
    return entries.map(\.aliases) == before ? lines : EntryLines(entries)
  }

  /// Returns the entry of each place in the last result, by its new id.
  private static func predecessors(of new: [Entry], among old: [Entry]) -> [EntryID: Entry] {
    let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let present = Set(new.map(\.id))
    let gone = Dictionary(grouping: old.filter { !present.contains($0.id) }, by: Spot.init)
    let added = Dictionary(grouping: new.filter { known[$0.id] == nil }, by: Spot.init)
    var predecessors: [EntryID: Entry] = [:]
    for entry in new where entry.kind == .place {
      if let same = known[entry.id], same.kind == .place {
        predecessors[entry.id] = same
      } else if let spot = Spot(entry), added[spot]?.count == 1, let former = gone[spot], former.count == 1 {
        predecessors[entry.id] = former[0]
      }
    }
    return predecessors
  }

  /// The building and position of a place, which stay when only its name changes.
  private struct Spot: Hashable {
    let building: String
    let position: Coordinate

    /// Nil if building or position is unknown.
    init?(_ entry: Entry) {
      guard let location = entry.place?.location, let building = location.building, !building.isEmpty, let position = location.coordinate
      else { return nil }
      self.building = building
      self.position = position
    }
  }
}
