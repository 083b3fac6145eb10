/// A record of a feed that an entry was made of.
public struct SourceReference: Sendable, Hashable, Comparable {
  /// The feed that has the record.
  public let feed: FeedID
  /// The feed's own key, not escaped.
  public let record: String

  public init(feed: FeedID, record: String) {
    self.feed = feed
    self.record = record
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.feed != right.feed ? left.feed < right.feed : left.record.utf8.lexicographicallyPrecedes(right.record.utf8)
  }
}
