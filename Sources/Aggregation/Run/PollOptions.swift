/// The options of a run over the network.
public struct PollOptions: Sendable {
  /// Whether to poll feeds that are not due.
  public var refresh = false
  /// Whether to send no requests and serve the last good results.
  public var offline = false
  /// Feeds for which no guard applies, and that are polled even after their server answered 410 (gone).
  public var accepted: Set<FeedID> = []

  public init() {}
}
