public import OpeningHours

/// One entry, with the feeds that it was made from.
public struct EntryDetails: Versioned {
  static let schema = EntryList.schema

  /// The moment of the answer.
  public let at: Instant
  public internal(set) var entry: Entry
  public let feeds: [EntryFeed]

  private enum CodingKeys: String, CodingKey { case at, entries, feeds }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    at = try container.decode(Instant.self, forKey: .at)
    guard let entry = try container.decode([Entry].self, forKey: .entries).first else {
      throw DecodingError.dataCorruptedError(forKey: .entries, in: container, debugDescription: "the answer has no entry")
    }
    self.entry = entry
    feeds = try container.decodeIfPresent([EntryFeed].self, forKey: .feeds) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(at, forKey: .at)
    try container.encode([entry], forKey: .entries)
    try container.encode(feeds, forKey: .feeds)
  }

  mutating func setReceived(_ instant: Instant) {
    entry.setReceived(min(feeds.compactMap { $0.checkedAt ?? $0.fetchedAt }.min() ?? instant, instant))
  }
}
