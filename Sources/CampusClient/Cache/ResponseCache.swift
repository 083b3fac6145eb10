public import Foundation
public import OpeningHours

/// A type that stores the last response of each request, for the time without a network and to ask servers only for what has changed.
public protocol ResponseCache: Sendable {
  /// Returns the stored response of a request; nil if there is none or it cannot be read.
  ///
  /// - Parameter key: the address of the request at the first server.
  func response(for key: String) async -> StoredResponse?

  /// Stores a response. A cache that cannot store it leaves the previous one in place, or none.
  func store(_ response: StoredResponse, for key: String) async
}

/// A stored response.
public struct StoredResponse: Codable, Sendable, Hashable {
  public let body: Data
  /// The entity tag; nil if the server sent none.
  public let entityTag: String?
  /// When the server last confirmed that the response is current.
  public let receivedAt: Instant
  /// How long the server declared it to be current after that, in seconds.
  public let lifetime: Int

  public init(body: Data, entityTag: String?, receivedAt: Instant, lifetime: Int) {
    (self.body, self.entityTag, self.receivedAt, self.lifetime) = (body, entityTag, receivedAt, lifetime)
  }

  /// Returns whether the response is current without asking the server. A clock that was set back makes it outdated.
  func isCurrent(at now: Instant) -> Bool {
    let age = now.secondsSinceEpoch - receivedAt.secondsSinceEpoch
    return age >= 0 && age < lifetime
  }
}
