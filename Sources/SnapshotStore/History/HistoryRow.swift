public import CampusCatalog
public import OpeningHours

/// A row of the history of a store.
public enum HistoryRow: Sendable {
  case poll(FeedPoll)
  case day(DayStatement)
  case version(PlaceVersion)
}

/// The name, the category and the position of a place in consecutive results of its feed, before any merge.
public struct PlaceVersion: Sendable, Hashable {
  public let id: EntryID
  public let name: String?
  public let category: Category?
  public let position: Coordinate?
  /// When a result first stated them.
  public let firstSeen: Instant
  /// When the last result that stated them was last confirmed.
  public let lastSeen: Instant
  /// The number of the run that first stated them; nil if it is no longer stored, or the feed is part of a catalog.
  public let run: Int?
}
