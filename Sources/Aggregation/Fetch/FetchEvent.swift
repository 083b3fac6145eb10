public import CampusCatalog
public import FeedCore

/// One thing that happened while feeds were read, for logs and progress. Nothing in it is secret.
public struct FetchEvent: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable { case debug, info, warn, error }

  public let level: Level
  /// A stable name: "fetch.timeout", "feed.fresh".
  public let event: String
  public let feed: FeedID
  public var url: String?
  public var attempt: Int?
  public var status: Int?
  public var bytes: Int?
  public var milliseconds: Int?
  public var reason: String?
  /// What else is to be told, in order.
  public var fields: [Field] = []

  public typealias Field = LogField

  public init(_ level: Level, _ event: String, _ feed: FeedID) {
    self.level = level
    self.event = event
    self.feed = feed
  }

  /// The event of a reason, with what is told beside it.
  init(of reason: String, _ fields: [Field], _ feed: FeedID) {
    let (level, name) = Self.name(of: reason)
    self.init(level, name, feed)
    self.reason = reason
    self.fields = fields
  }

  /// Takes events as they happen, from any thread.
  public typealias Sink = @Sendable (FetchEvent) -> Void

  /// The level and the name under which a reason is logged.
  static func name(of reason: String) -> (Level, String) {
    switch reason {
    case _ where reason.hasPrefix("dns."): (.warn, "fetch.dns")
    case "timeout.connect", "timeout.first_byte", "timeout.idle", "timeout.total": (.warn, "fetch.timeout")
    case _ where reason.hasPrefix("connect."): (.warn, "fetch.connect")
    case _ where reason.hasPrefix("tls."): (.error, "fetch.tls")
    case "http.empty": (.warn, "fetch.empty")
    case "body.truncated": (.warn, "fetch.truncated")
    case "body.encoding": (.warn, "fetch.encoding")
    case "body.too_large": (.error, "limit.body")
    case "http.header_limit": (.error, "limit.header")
    case "http.framing": (.error, "fetch.framing")
    case "auth": (.error, "fetch.auth")
    case "gone": (.error, "feed.gone")
    case "ratelimited": (.warn, "fetch.ratelimited")
    case "circuit.open": (.warn, "circuit.open")
    case "type.unexpected": (.warn, "fetch.type")
    case "policy.redirects": (.warn, "policy.redirects")
    case _ where reason.hasPrefix("policy."): (.error, "policy.block")
    case _ where reason.hasPrefix("json.") || reason.hasPrefix("schema."): (.error, "adapter.reject")
    case _ where reason.hasPrefix("guard."): (.error, "guard.hold")
    case _ where reason.hasPrefix("limit."): (.error, reason)
    case _ where reason.hasPrefix("store."): (.error, reason)
    case _ where reason.hasPrefix("http."): (.warn, "fetch.status")
    default: (.warn, "fetch.failed")
    }
  }
}
