import CampusCatalog

/// Finds the ids that the places of a feed had before, where its records have no key of their own: they become aliases.
///
/// Only two results of the feed are looked at, in whatever order their entries stand.
enum FormerIDs {
  /// Gives the places of a new result the aliases that follow from the last one.
  ///
  /// A place whose id stays keeps the aliases it had. Where one place is gone and one is new, alone with their building and position,
  /// they are the same place: the new one has the id and the aliases of the other as aliases. No alias is the id of a present entry,
  /// and what two entries claim with equal right is nobody's.
  ///
  /// - Parameters:
  ///   - old: the entries of the last good result, with their aliases.
  ///   - new: those of the new one; they stay in their order.
  static func pass(from old: [Entry], to new: inout [Entry]) {
    let predecessors = predecessors(of: new, among: old)
    var claims = Claims(of: new)
    // What a place had goes before what it was called, and that before what the adapter itself says.
    claims.settle { predecessors[$0.id]?.aliases ?? [] }
    claims.settle { predecessors[$0.id].map { [$0.id] } ?? [] }
    claims.settle(\.aliases)
    for index in new.indices { new[index].aliases = claims.aliases[index].sorted() }
  }

  /// The same for canonical lines; lines that need no other aliases are given back as they are.
  ///
  /// - Throws: what reading the lines throws.
  static func pass(from old: [Entry], to lines: EntryLines) throws -> EntryLines {
    var entries = try lines.entries()
    let before = entries.map(\.aliases)
    pass(from: old, to: &entries)
    return entries.map(\.aliases) == before ? lines : EntryLines(entries)
  }

  /// What each place was in the last result, by the ids of now.
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

  /// Where a place is: what stays when only its name changes.
  private struct Spot: Hashable {
    let building: String
    let position: Coordinate

    /// Nil where building or position is not known.
    init?(_ entry: Entry) {
      guard let location = entry.place?.location, let building = location.building, !building.isEmpty, let position = location.coordinate
      else { return nil }
      self.building = building
      self.position = position
    }
  }

  /// Who gets which alias.
  private struct Claims {
    private let entries: [Entry]
    /// Ids that no entry may claim as an alias.
    private var settled: Set<EntryID>
    /// By the place of the entry in the list.
    private(set) var aliases: [[EntryID]]

    init(of entries: [Entry]) {
      self.entries = entries
      settled = Set(entries.map(\.id))
      aliases = entries.map { _ in [] }
    }

    /// Gives each alias that is not settled to the one entry that claims it; of several, to none.
    mutating func settle(_ claimed: (Entry) -> [EntryID]) {
      var claimants: [EntryID: Set<Int>] = [:]
      for (index, entry) in entries.enumerated() {
        for alias in claimed(entry) where !settled.contains(alias) { claimants[alias, default: []].insert(index) }
      }
      for (alias, indices) in claimants {
        settled.insert(alias)
        if indices.count == 1, let index = indices.first { aliases[index].append(alias) }
      }
    }
  }
}
