public import CampusCatalog
import FeedKit

/// An event of reading feeds, for logs and progress. It contains no secrets.
public struct FetchEvent: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable { case debug, info, warn, error }

  public let level: Level
  /// A stable name: "fetch.timeout", "feed.fresh".
  public let event: String
  public let feed: FeedID
  public var url: String?
  /// The number of the attempt, from 1, or the total number of attempts for events of a feed.
  public var attempt: Int?
  public var status: Int?
  /// The size of the body: as received for events of an exchange, decoded for events of a feed.
  public var bytes: Int?
  /// The duration of the exchange, without the wait for its turn.
  public var milliseconds: Int?
  public var reason: ReasonCode?
  /// Additional facts for the log record, in order.
  public var fields: [Field] = []

  public typealias Field = LogField

  public init(_ level: Level, _ event: String, _ feed: FeedID) {
    self.level = level
    self.event = event
    self.feed = feed
  }

  /// Creates the event of a failure, with the level and name of its reason.
  package init(of reason: ReasonCode, _ fields: [Field], _ feed: FeedID) {
    let (level, name) = Self.name(of: reason)
    self.init(level, name, feed)
    self.reason = reason
    self.fields = fields
  }

  /// A function that receives events as they happen. It may be called from any thread.
  public typealias Sink = @Sendable (FetchEvent) -> Void

  /// Returns the level and the event name under which a reason is logged.
  static func name(of reason: ReasonCode) -> (Level, String) {
    switch reason {
    case .httpEmpty: (.warn, "fetch.empty")
    case .httpHeaderLimit: (.error, "limit.header")
    case .httpFraming: (.error, "fetch.framing")
    case .bodyTruncated: (.warn, "fetch.truncated")
    case .bodyEncoding: (.warn, "fetch.encoding")
    case .bodyTooLarge: (.error, "limit.body")
    case .typeUnexpected: (.warn, "fetch.type")
    case .auth: (.error, "fetch.auth")
    case .gone: (.error, "feed.gone")
    case .rateLimited: (.warn, "fetch.ratelimited")
    case .circuitOpen: (.warn, "circuit.open")
    case .policyRedirects: (.warn, "policy.redirects")
    default: name(of: reason.group, reason)
    }
  }

  private static func name(of group: ReasonCode.Group?, _ reason: ReasonCode) -> (Level, String) {
    switch group {
    case .dns: (.warn, "fetch.dns")
    case .connect: (.warn, "fetch.connect")
    case .timeout: (.warn, "fetch.timeout")
    case .tls: (.error, "fetch.tls")
    case .http: (.warn, "fetch.status")
    case .policy: (.error, "policy.block")
    case .json, .schema: (.error, "adapter.reject")
    case .guard: (.error, "guard.hold")
    case .limit, .store: (.error, reason.description)
    case .body, .config, .mirror, nil: (.warn, "fetch.failed")
    }
  }
}
