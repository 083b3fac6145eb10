import FeedKit
import Fetching

/// A source of replies: the network or a recording.
enum ReplySource: Sendable {
  case network(LiveSource)
  /// Recorded files, or stored replies.
  case recording(any Transport)

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - known: the metadata of the last accepted reply, for a conditional request.
  ///   - earlier: why earlier addresses of the request cannot be used.
  func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure?
  ) async -> TransportOutcome {
    switch self {
    case .network(let source):
      await source.transport.answer(
        to: request, of: feed, knowing: known, after: earlier, beforeWaiting: source.storeHolds)
    case .recording(let transport): await transport.answer(to: request, of: feed, knowing: nil)
    }
  }

  /// Returns whether a feed fails without a usable reply to a request. A recording may lack further pages.
  func needs(_ request: FeedRequest) -> Bool { request.isRequired && (request.page == 1 || !isRecording) }

  var isRecording: Bool { if case .recording = self { true } else { false } }
}
