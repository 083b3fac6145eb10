public import OpeningHours

/// A page of a list of entries (`campus-list/1`).
public struct EntryList: PagedList, EntryCollection {
  static let schema = "campus-list/1"

  /// The moment of the answer.
  public let at: Instant
  /// How many entries there are on all pages.
  public internal(set) var total: Int
  public internal(set) var entries: [Entry]
  /// Entries that could not be read.
  public internal(set) var unreadable: [UnreadableEntry]
  /// The feeds of a single entry, with their outcomes.
  public let feeds: [EntryFeed]?
  /// Requested ids that are not in the catalog, for example of favorites that are gone.
  public internal(set) var missing: [MissingEntry]?
  /// What a search was understood to ask for beyond its words.
  public let understood: String?
  /// When dishes that a search did not find are served, in words.
  public let otherTimes: String?
  /// The cursor of the next page; nil on the last one.
  public internal(set) var next: String?

  /// Creates an empty list.
  init(at: Instant) {
    (self.at, total, entries, unreadable) = (at, 0, [], [])
    (feeds, missing, understood, otherTimes) = (nil, nil, nil, nil)
  }

  private enum CodingKeys: String, CodingKey { case at, total, entries, feeds, missing, understood, otherTimes, next }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    at = try container.decode(Instant.self, forKey: .at)
    total = try container.decode(Int.self, forKey: .total)
    let list = try container.decode(LenientList<Entry>.self, forKey: .entries)
    (entries, unreadable) = (list.elements, list.unreadable)
    feeds = try container.decodeIfPresent([EntryFeed].self, forKey: .feeds)
    missing = try container.decodeIfPresent([MissingEntry].self, forKey: .missing)
    understood = try container.decodeIfPresent(String.self, forKey: .understood)
    otherTimes = try container.decodeIfPresent(String.self, forKey: .otherTimes)
    next = try container.decodeIfPresent(String.self, forKey: .next)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(at, forKey: .at)
    try container.encode(total, forKey: .total)
    try container.encode(entries, forKey: .entries)
    try container.encodeIfPresent(feeds, forKey: .feeds)
    try container.encodeIfPresent(missing, forKey: .missing)
    try container.encodeIfPresent(understood, forKey: .understood)
    try container.encodeIfPresent(otherTimes, forKey: .otherTimes)
    try container.encodeIfPresent(next, forKey: .next)
  }

  mutating func setReceived(_ instant: Instant) {
    for index in entries.indices { entries[index].setReceived(instant) }
  }

  /// Returns a list with the entries of two questions.
  func joined(_ other: EntryList) -> EntryList {
    var both = self
    both.append(other)
    both.total += other.total
    if let missing = other.missing { both.missing = (both.missing ?? []) + missing }
    return both
  }

  mutating func append(_ page: EntryList) {
    unreadable.append(page.unreadable, after: entries.count + unreadable.count)
    entries += page.entries
    next = page.next
  }
}

/// A requested id that is not in the catalog.
public struct MissingEntry: Codable, Sendable, Hashable {
  public let id: String
  /// Ids that are similar.
  public let suggestions: [String]?
}

/// A feed of an entry.
public struct EntryFeed: Codable, Sendable, Hashable {
  public let id: String
  /// `fresh`, `unchanged`, `stale`, `sample`, `replayed`, `absent` or `disabled`.
  public let outcome: String
  /// Why the feed did not deliver.
  public let reason: String?
  public let fetchedAt: Instant?
  /// When the feed was last known to be current.
  public let checkedAt: Instant?
}
