public import FeedKit

/// How a run sends requests: limits, pauses and retries.
public struct FetchSettings: Sendable {
  /// Requests in flight to one server. With more than one there is no gap between requests: for servers that are yours.
  public var perHost = 1
  /// From the start of one request to a server to the start of the next.
  public var gap: Duration = .milliseconds(250)
  /// For the whole run.
  public var deadline: Duration = .seconds(60)
  public var allowsPrivateAddresses = false
  /// Names the program, its version and how to reach its user.
  public var userAgent = "aggregate"
  public var limits = HTTPLimits()
  /// The most requests for one reply.
  public var mostAttempts = 3
  /// Retries that a run may make in addition to a tenth of its first attempts.
  public var retryFloor = 3
  /// A retry waits a random time of up to this, doubled with each.
  public var firstDelay: Duration = .milliseconds(500)
  public var longestDelay: Duration = .seconds(8)
  /// Failures in a row after which a server gets no requests for a while.
  public var circuitFailures = 5
  /// How long to wait, multiplied by the number of times it happened so far.
  public var circuitSeconds = 30
  public var mostRedirects = 5

  public init() {}
}
