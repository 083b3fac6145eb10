import CampusCatalog

/// The counts of one feed, without its menus. `FeedTallies` counts the entries that are the same in both catalogs, `ChangeLog` all others.
struct FeedTally: Sendable, Hashable {
  /// Entries of the old catalog. A change log leaves out ended ones, and ones that do not count as gone.
  var old = 0
  /// Places in both catalogs.
  var places = 0
  /// Those of `places` whose hours have changed.
  var changedHours = 0
  var added = 0
  var gone = 0
}

/// Counts the unchanged entries by feed. The entries of one feed follow each other, so each id of a feed is parsed once.
struct FeedTallies {
  /// The counts of all feeds before the current one.
  private var byFeed: [FeedID: FeedTally] = [:]
  /// The start of the ids of the current feed, such as "penn/dining/".
  private var prefix: [UInt8] = []
  private var tally = FeedTally()

  mutating func add(_ entry: EntryLine) {
    if prefix.isEmpty || !entry.id.hasPrefix(prefix) {
      endFeed()
      prefix = entry.id.lastIndex(of: UInt8(ascii: "/")).map { Array(entry.id[...$0]) } ?? []
    }
    // Menus come and go.
    if entry.isMenu { return }
    tally.old += 1
    if entry.isPlace { tally.places += 1 }
  }

  /// Returns the counts by feed. Entries whose ids do not begin with a feed are left out.
  mutating func finish() -> [FeedID: FeedTally] {
    endFeed()
    return byFeed
  }

  private mutating func endFeed() {
    if let feed = FeedID(String(decoding: prefix.dropLast(), as: UTF8.self)) {
      byFeed[feed, default: FeedTally()].old += tally.old
      byFeed[feed, default: FeedTally()].places += tally.places
    }
    tally = FeedTally()
  }
}
