/// What to ask of a kind of feed, and what the answers mean.
///
/// An adapter is pure: it never touches the network, a file, the clock or the environment, and the same replies always give
/// the same draft. All that is hard (fetching, limits, retries, storing, merging) is done once, by the engine.
public protocol FeedAdapter: Sendable {
  var manifest: AdapterManifest { get }

  /// The requests that begin a reading of a feed, in a fixed order.
  func requests(for feed: Feed) async throws(AdapterError) -> [FeedRequest]

  /// Requests that an answer calls for, such as its next page. The default is none.
  func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest]

  /// Turns the replies of one reading, in the order of the requests, into entries and notes.
  ///
  /// A bad record is set aside in the draft with its place and a reason. An error refuses the whole feed.
  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) async throws(AdapterError)
}

extension FeedAdapter {
  public func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest] { [] }
}
