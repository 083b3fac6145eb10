import Basics
import NIOCore

/// The responses of the current second, by the bytes of the requests that they answer.
///
/// Programs that watch the catalog send the same bytes again and again, and people with the same browser nearly do. Parsing a request and writing
/// the head of its response takes longer than everything else that the server does for it.
final class RecentResponses: Sendable {
  /// What responses depend on besides the request: the second, which their heads name, and the snapshot.
  struct Moment: Sendable, Hashable {
    var second: Int64
    /// How many snapshots there were.
    var snapshot: Int
  }

  private struct Contents {
    var moment: Moment?
    var responses: [ByteBuffer: ServerResponse] = [:]
  }

  private static let mostResponses = 256
  private static let longestRequest = 4_096
  private let contents = Guarded(Contents())

  /// Returns the response to a request with these bytes; nil if there was none at that moment.
  func response(to bytes: ByteBuffer, at moment: Moment) -> ServerResponse? {
    contents.withLock { contents in contents.moment == moment ? contents.responses[bytes] : nil }
  }

  func removeAll() { contents.withLock { $0 = Contents() } }

  /// Keeps a response, whose head has been prepared.
  ///
  /// - Parameter moment: from before the request was answered, so that no response of an earlier snapshot is kept for a later one.
  func keep(_ response: ServerResponse, to bytes: ByteBuffer, at moment: Moment) {
    if bytes.readableBytes > Self.longestRequest { return }
    contents.withLock { contents in
      if contents.moment != moment { contents = Contents(moment: moment) }
      // A copy: the connection reads into the same memory again.
      if contents.responses.count < Self.mostResponses { contents.responses[ByteBuffer(bytes: bytes.readableBytesView)] = response }
    }
  }
}
