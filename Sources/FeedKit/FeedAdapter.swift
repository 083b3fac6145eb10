/// A type that defines what to request from a kind of feed, and how to interpret the replies.
///
/// An adapter is pure: it never touches the network, a file, the clock or the environment, and the same replies always give
/// the same draft. Everything hard (fetching, limits, retries, storing, merging) is implemented once, in the engine.
public protocol FeedAdapter: Sendable {
  var manifest: AdapterManifest { get }

  /// Returns the first requests of a feed, in a fixed order.
  func requests(for feed: Feed) async throws(AdapterError) -> [FeedRequest]

  /// Returns the requests that a reply leads to, such as the next page. The default is none.
  func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest]

  /// Turns the replies of one reading, in the order of the requests, into entries and notes.
  ///
  /// A bad record is set aside in the draft with its place and a reason. An error refuses the whole feed.
  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) async throws(AdapterError)
}

extension FeedAdapter {
  public func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest] { [] }
}
