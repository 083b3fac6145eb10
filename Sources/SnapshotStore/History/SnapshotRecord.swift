public import Aggregation
public import CampusCatalog
public import OpeningHours

/// One accepted result of one feed.
public struct SnapshotRecord: Sendable, Hashable {
  /// The number of the result, ascending over all feeds.
  public let id: Int
  public let feed: FeedID
  /// The metadata of the result: its times, sizes, names of contents and notes.
  public let result: FeedState.LastGood
  /// Bytes that its entries and replies take in the store, including contents shared with other results.
  public let storedBytes: Int
  /// The numbers of entries that were added, changed and disappeared since the previous result; zero for a feed's first one.
  public let added, changed, gone: Int
  /// Whether it is the oldest stored result of its feed.
  public let isFirst: Bool
  /// Whether it is the last good result of its feed.
  public let isCurrent: Bool
  /// Whether the feed is a stream, according to its last stored state.
  public let isStream: Bool

  /// When the content of the result was first accepted.
  public var acceptedAt: Instant { result.acceptedAt }
  /// When a poll last confirmed that it is current.
  public var checkedAt: Instant { result.checkedAt }
  /// The size of the replies in bytes.
  public var bytes: Int { result.bytes }
  public var entries: Int { result.entries }
}

/// A reply that a result was read from.
public struct SnapshotReply: Sendable, Hashable {
  /// The label of the request, such as "venues" or "guides.2".
  public let label: String
  /// The SHA-256 of the body, in lower-case hexadecimal.
  public let sha256: String
  /// In bytes.
  public let size: Int
  /// The address that replied, without secrets. Nil in results of earlier versions.
  public let url: String?
  /// Headers by lower-case name. Nil in results of earlier versions.
  public let headers: [String: String]?
  /// When the body was received. Nil in results of earlier versions.
  public let receivedAt: Instant?
}
