/// A reference to the feed record that an entry comes from.
public struct SourceReference: Sendable, Hashable, Comparable {
  /// The feed of the record.
  public let feed: FeedID
  /// The feed's own key for the record, not escaped.
  public let record: String

  public init(feed: FeedID, record: String) {
    self.feed = feed
    self.record = record
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.feed != right.feed ? left.feed < right.feed : left.record.utf8.lexicographicallyPrecedes(right.record.utf8)
  }
}
