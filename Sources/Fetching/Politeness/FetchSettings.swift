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

  public init() {}
}
