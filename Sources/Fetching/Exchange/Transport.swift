import CampusCatalog
public import FeedKit

/// A source of replies to requests: the network, a recording, or a dictionary in a test.
public protocol Transport: Sendable {
  /// Returns the outcome of a request. Failures of a server are outcomes, not errors.
  ///
  /// - Parameter known: the metadata of the last accepted reply. `notModified` is only returned if it has validators.
  func answer(to request: FeedRequest, of feed: Feed, knowing known: KnownReply?) async -> TransportOutcome
}
