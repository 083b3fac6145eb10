import FeedKit

/// The total size of a feed's replies, which are in memory together until they are read.
struct ReplySize {
  private var bytes = 0
  private let most = FeedLimits().bytes

  /// Adds a reply.
  ///
  /// - Throws: `limit.bytes` if the replies are too large together.
  mutating func add(_ reply: FeedReply, of request: FeedRequest) throws(AdapterError) {
    bytes += reply.body.count
    if bytes > most { throw AdapterError(tooManyBytes: most, in: request) }
  }
}
