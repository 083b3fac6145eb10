/// An entry that differs between two catalogs, or is in only one of them.
public struct EntryDifference: Sendable, Hashable {
  /// The entry in one of the two catalogs.
  public struct Side: Sendable, Hashable {
    /// Its canonical JSON, without a line feed.
    public let line: [UInt8]
    /// Its index among the entries of its file, from 0.
    public let index: Int

    init(_ entry: EntryLine) {
      line = Array(entry.bytes)
      index = entry.index
    }
  }

  /// Nil for an entry that only the new catalog has.
  public let old: Side?
  /// Nil for an entry that only the old catalog has.
  public let new: Side?
}

/// The numbers of entries and places of a feed that are the same in both catalogs, byte for byte.
struct FeedTally: Sendable, Hashable {
  var entries = 0
  var places = 0
}

/// Counts entries by feed. The entries of one feed follow each other, so each feed is looked up once.
struct FeedTallies {
  private(set) var byFeed: [String: FeedTally] = [:]
  /// The start of the ids of the current feed, such as "penn/dining/".
  private var prefix: [UInt8] = []
  private var current = FeedTally()

  mutating func add(_ entry: EntryLine) {
    if prefix.isEmpty || !entry.id.starts(with: prefix) { begin(entry) }
    current.entries += 1
    if entry.isPlace { current.places += 1 }
  }

  /// Continues with the feed of another entry. An id without a slash is not counted by feed.
  private mutating func begin(_ entry: EntryLine) {
    end()
    guard let slash = entry.id.lastIndex(of: UInt8(ascii: "/")) else { return prefix = [] }
    prefix = Array(entry.id[...slash])
    current = byFeed[feed] ?? FeedTally()
  }

  private var feed: String { String(decoding: prefix.dropLast(), as: UTF8.self) }

  /// Stores the counts of the current feed. Call it after the last entry, before using `byFeed`.
  mutating func end() {
    if !prefix.isEmpty { byFeed[feed] = current }
    prefix = []
  }
}
