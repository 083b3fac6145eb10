public import CampusCatalog

/// What a run wants of feeds that have a last good result.
public struct PollOptions: Sendable {
  /// Ask feeds that are not due.
  public var refresh = false
  /// Answer from the store alone.
  public var offline = false
  /// Feeds whose next result is accepted whatever a guard says, and that are asked again when they were gone.
  public var accepted: Set<FeedID> = []

  public init() {}
}
