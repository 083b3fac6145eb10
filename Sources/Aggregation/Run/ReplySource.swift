import FeedKit
import Fetching

/// Where the replies to a feed's requests come from.
enum ReplySource: Sendable {
  case network(LiveSource)
  /// Files of a recording, or replies that a store keeps.
  case recording(any Transport)

  /// - Parameters:
  ///   - known: the last accepted reply, for a conditional request.
  ///   - earlier: why the addresses before those of the request cannot be used.
  func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: FeedFailure?
  ) async -> TransportOutcome {
    switch self {
    case .network(let source):
      await source.transport.answer(
        to: request, of: feed, knowing: known, after: earlier.map { TransportFailure($0.reason, $0.detail, fields: $0.fields) },
        beforeWaiting: source.storeHolds)
    case .recording(let transport): await transport.answer(to: request, of: feed, knowing: nil)
    }
  }

  /// Whether a feed fails without a usable reply to a request. A recording may end before a further page.
  func needs(_ request: FeedRequest) -> Bool { request.isRequired && (request.page == 1 || !isRecording) }

  var isRecording: Bool { if case .recording = self { true } else { false } }
}
