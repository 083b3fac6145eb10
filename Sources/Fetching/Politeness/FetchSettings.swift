public import FeedKit

/// The settings for sending requests: limits, delays and retries.
public struct FetchSettings: Sendable {
  /// The maximum number of concurrent requests to a server. With more than one there is no `gap`; use that for your own servers only.
  public var perHost = 1
  /// The minimum time between the starts of two requests to a server.
  public var gap: Duration = .milliseconds(250)
  /// The maximum duration of the whole run.
  public var deadline: Duration = .seconds(60)
  /// Whether requests may go to private, loopback and other special addresses.
  public var allowsPrivateAddresses = false
  /// The value of `User-Agent`: the program, its version and a contact.
  public var userAgent = "aggregate"
  /// The limits of each exchange, for feeds without their own.
  public var limits = HTTPLimits()
  /// The maximum number of requests for one reply, including retries.
  public var maximumAttempts = 3
  /// The number of retries that a run may make in addition to a tenth of its first attempts.
  public var retryFloor = 3
  /// The maximum delay before the first retry; it doubles with each retry.
  public var firstDelay: Duration = .milliseconds(500)
  /// The maximum delay before any retry.
  public var longestDelay: Duration = .seconds(8)
  /// The number of consecutive failures that open a server's circuit: it then gets no requests for a while.
  public var circuitFailures = 5
  /// How long a circuit stays open, in seconds, multiplied by the number of times it opened so far.
  public var circuitSeconds = 30
  /// The maximum number of redirects that are followed for one request.
  public var maximumRedirects = 5

  public init() {}
}
