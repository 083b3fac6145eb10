import CampusCatalog

/// The changes that most changed entries of a feed share. People read them once for the feed, and then the other changes of each entry.
struct SharedChanges {
  /// A group of changes that equally many entries have.
  struct Part {
    /// "All 14 changed places of gmu/whats-open", "12 of the 14 changed places of gmu/whats-open".
    let title: String
    let changes: [Change]
  }

  /// The identity of a shared change: its text without the values of an entry.
  private struct Key: Hashable {
    let text: String
    let rank: Change.Rank

    init(_ change: Change) { (text, rank) = (change.gist ?? change.text, change.rank) }
  }

  /// Changes are shared if at least this many entries have them, and at least three quarters of the feed's changed entries.
  private static let minimum = 4

  /// The most frequent first.
  let parts: [Part]
  private let keys: Set<Key>

  /// - Parameter entries: the changed entries of one feed, without new ones and ones that are no longer listed.
  init(_ entries: [EntryChanges], of feed: FeedID) {
    var found: [Key: (count: Int, change: Change, order: Int)] = [:]
    if entries.count >= Self.minimum {
      for entry in entries {
        var seen: Set<Key> = []
        for change in entry.changes {
          let key = Key(change)
          guard seen.insert(key).inserted else { continue }
          var (count, first, order) = found[key] ?? (0, change, found.count)
          // Values that differ are left out.
          if first.text != change.text { first.text = key.text }
          count += 1
          found[key] = (count, first, order)
        }
      }
    }
    let shared = found.filter { $0.value.count >= Self.minimum && $0.value.count * 4 >= entries.count * 3 }
    keys = Set(shared.keys)
    let noun = entries.allSatisfy { $0.kind == .place } ? "places" : "entries"
    parts = Dictionary(grouping: shared.values, by: \.count).sorted { $0.key > $1.key }.map { count, shared in
      let which = count == entries.count ? "All \(count)" : "\(count) of the \(entries.count)"
      let changes = shared.sorted { ($1.change.rank, $0.order) < ($0.change.rank, $1.order) }.map(\.change)
      return Part(title: "\(which) changed \(noun) of \(feed)", changes: changes)
    }
  }

  /// Whether a change is one of these.
  func contains(_ change: Change) -> Bool { keys.contains(Key(change)) }
}
