public import OpeningHours

/// The feeds of a server (`campus-feeds/1`).
public struct FeedList: Versioned {
  static let schema = "campus-feeds/1"

  public let generatedAt: Instant
  /// Sorted by id.
  public let feeds: [FeedReport]
}

/// What happened to a feed.
public struct FeedReport: Codable, Sendable, Hashable, Identifiable {
  public let id: String
  public let campus: String
  /// The terms of use, as the adapter states them.
  public let license: String?
  /// `fresh`, `unchanged`, `stale`, `sample`, `replayed`, `absent` or `disabled`.
  public let outcome: String
  /// Why the feed did not deliver.
  public let reason: String?
  public let fetchedAt: Instant?
  /// When the feed was last known to be current.
  public let checkedAt: Instant?
  /// The seconds since then; nil in a catalog.
  public let age: Int?
  public let entries: Int
  /// The number of records that were set aside.
  public let rejected: Int
}
