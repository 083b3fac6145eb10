public import CampusCatalog
public import FeedKit
public import OpeningHours
public import StoreInterface

/// One accepted result of one feed.
public struct SnapshotRecord: Sendable, Hashable {
  /// Counts up with each result of any feed.
  public let id: Int
  public let feed: FeedID
  public let result: FeedState.LastGood
  /// Bytes that its entries and replies take in the store; what it shares with other results is counted here as well.
  public let storedBytes: Int
  /// Entries that it added, changed and took away, compared with the result before it; zero for a first one.
  public let added: Int
  public let changed: Int
  public let gone: Int
  /// No result of this feed before it is kept.
  public let isFirst: Bool
  /// It is what the feed serves.
  public let isCurrent: Bool
  public let isStream: Bool

  public var acceptedAt: Instant { result.acceptedAt }
  /// When it was last seen to be current.
  public var checkedAt: Instant { result.checkedAt }
  /// The size of the replies.
  public var bytes: Int { result.bytes }
  public var entries: Int { result.entries }
}

/// A reply that a result was read from.
public struct SnapshotReply: Sendable, Hashable {
  /// Of its request: "venues", "guides.2".
  public let label: String
  /// SHA-256 of its body, lower-case hexadecimal.
  public let sha256: String
  /// Bytes of its body.
  public let size: Int
  /// The address that answered, as it may be shown; nil where an earlier version kept it, as are the next two.
  public let url: String?
  public let headers: [String: String]?
  public let receivedAt: Instant?
}
