public import OpeningHours

/// A whole catalog (`campus-catalog/1`).
public struct Catalog: Versioned, EntryCollection {
  static let schema = "campus-catalog/1"

  public let generatedAt: Instant
  public let campuses: [Campus]
  public let feeds: [FeedReport]
  /// Sorted by id.
  public internal(set) var entries: [Entry]
  /// Entries that could not be read.
  public let unreadable: [UnreadableEntry]
  /// The hash of the campuses and entries.
  public let contentHash: String

  private enum CodingKeys: String, CodingKey { case generatedAt, campuses, feeds, entries, contentHash }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    generatedAt = try container.decode(Instant.self, forKey: .generatedAt)
    campuses = try container.decode([Campus].self, forKey: .campuses)
    feeds = try container.decode([FeedReport].self, forKey: .feeds)
    contentHash = try container.decode(String.self, forKey: .contentHash)
    let list = try container.decode(LenientList<Entry>.self, forKey: .entries)
    (entries, unreadable) = (list.elements, list.unreadable)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(generatedAt, forKey: .generatedAt)
    try container.encode(campuses, forKey: .campuses)
    try container.encode(feeds, forKey: .feeds)
    try container.encode(entries, forKey: .entries)
    try container.encode(contentHash, forKey: .contentHash)
  }

  /// A place is as old as the oldest of its feeds, because that may be the one that provides its hours.
  mutating func setReceived(_ instant: Instant) {
    let checked = Dictionary(feeds.map { ($0.id, $0.checkedAt ?? $0.fetchedAt) }) { first, _ in first }
    for index in entries.indices {
      let oldest = entries[index].feeds.compactMap { checked[$0] ?? nil }.min()
      entries[index].setReceived(min(oldest ?? instant, instant))
    }
  }

}
