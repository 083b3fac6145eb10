/// A type that defines the requests for a kind of feed, and how to turn the replies into entries.
///
/// An adapter is pure: it does not use the network, files, the clock or the environment, and the same replies always result in
/// the same draft. The engine does the rest: fetching, limits, retries, storing and merging.
public protocol FeedAdapter: Sendable {
  var manifest: AdapterManifest { get }

  /// Returns the initial requests of a feed, in a fixed order. The default implementation returns a required request for each name in
  /// `AdapterManifest.requests`, to the addresses that the feed has for it.
  ///
  /// - Throws: an error if the feed's registry entry is not sufficient to make the requests.
  func requests(for feed: Feed) async throws(AdapterError) -> [FeedRequest]

  /// Returns the requests that follow from a reply, such as the one for the next page. The default implementation returns none.
  func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest]

  /// Converts the replies to entries and notes, and adds them to a draft.
  ///
  /// Set a bad record aside with `FeedDraft.readRecords` or `FeedDraft.reject`; the draft then has a note with its location and the reason.
  ///
  /// - Parameters:
  ///   - replies: all replies, in the order of their requests. Replies to optional requests may be missing.
  ///   - draft: an empty draft. The engine calls its `finish`.
  /// - Throws: an error that refuses the whole feed; the last good result stays in use.
  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) async throws(AdapterError)
}

extension FeedAdapter {
  public func requests(for feed: Feed) async throws(AdapterError) -> [FeedRequest] {
    manifest.requests.map { FeedRequest($0, addresses: feed.addresses[$0] ?? []) }
  }

  public func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest] { [] }
}
