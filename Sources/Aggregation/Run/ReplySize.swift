import FeedKit

/// Adds up the bytes of a feed's replies, which are in memory together until they are read.
struct ReplySize {
  private var bytes = 0
  private let most = FeedLimits().bytes

  /// - Throws: `limit.bytes` when the replies are too large together.
  mutating func add(_ reply: FeedReply, of request: FeedRequest) throws(AdapterError) {
    bytes += reply.body.count
    if bytes > most { throw AdapterError(tooManyBytes: most, in: request) }
  }
}
