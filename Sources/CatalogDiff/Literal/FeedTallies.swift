/// The counts of one feed. `FeedTallies` counts the entries that are the same in both catalogs, `ChangeLog` all others.
struct FeedTally: Sendable, Hashable {
  /// Entries of the old catalog. A change log leaves out those that have ended and those that do not count as gone.
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
  private(set) var byFeed: [FeedID: FeedTally] = [:]
  /// The start of the ids of the current feed, such as "penn/dining/".
  private var prefix: [UInt8] = []
  /// Nil for an id that does not begin with a feed. Such entries are not counted.
  private var feed: FeedID?

  mutating func add(_ entry: EntryLine) {
    if prefix.isEmpty || !entry.id.starts(with: prefix) {
      prefix = entry.id.lastIndex(of: UInt8(ascii: "/")).map { Array(entry.id[...$0]) } ?? []
      feed = FeedID(String(decoding: prefix.dropLast(), as: UTF8.self))
    }
    guard let feed else { return }
    byFeed[feed, default: FeedTally()].old += 1
    if entry.isPlace { byFeed[feed, default: FeedTally()].places += 1 }
  }
}
