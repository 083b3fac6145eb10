public import CampusCatalog

/// An event of reading feeds, for logs and progress. It contains no secrets.
public struct FetchEvent: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable { case debug, info, warn, error }

  public package(set) var level: Level
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
  /// The outcome of the feed, if this is its last event in a run.
  public var outcome: FeedReport.Outcome?
  /// Additional facts for the log record, in order.
  public var fields: [LogField] = []

  public init(
    _ level: Level, _ event: String, _ feed: FeedID, url: String? = nil, reason: ReasonCode? = nil, fields: [LogField] = []
  ) {
    self.level = level
    self.event = event
    self.feed = feed
    self.url = url
    self.reason = reason
    self.fields = fields
  }

  /// The name of the event of each request that was sent.
  public static let fetchAttempt = "fetch.attempt"
  /// The name of the event of a request that is sent again.
  public static let retry = "retry"

  /// Creates the event of a failure, with the level and name of its reason.
  package init(of reason: ReasonCode, _ fields: [LogField], _ feed: FeedID) {
    let (level, name) = Self.name(of: reason)
    self.init(level, name, feed, reason: reason, fields: fields)
  }

  /// A function that receives events as they happen. It may be called from any thread.
  public typealias Sink = @Sendable (FetchEvent) -> Void

  /// Returns the level and the event name under which a reason is logged.
  static func name(of reason: ReasonCode) -> (Level, String) {
    switch (reason, reason.group) {
    case (.httpEmpty, _): (.warn, "fetch.empty")
    case (.httpHeaderLimit, _): (.error, "limit.header")
    case (.httpFraming, _): (.error, "fetch.framing")
    case (.bodyTruncated, _): (.warn, "fetch.truncated")
    case (.bodyEncoding, _): (.warn, "fetch.encoding")
    case (.bodyTooLarge, _): (.error, "limit.body")
    case (.typeUnexpected, _): (.warn, "fetch.type")
    case (.auth, _): (.error, "fetch.auth")
    case (.gone, _): (.error, "feed.gone")
    case (.rateLimited, _): (.warn, "fetch.ratelimited")
    case (.circuitOpen, _): (.warn, "circuit.open")
    case (.policyRedirects, _): (.warn, "policy.redirects")
    case (.pluginOutputLimit, _): (.error, "limit.plugin")
    case (.pluginUnconfined, _), (.pluginUntrusted, _), (.configUntrusted, _): (.warn, reason.description)
    case (_, .dns): (.warn, "fetch.dns")
    case (_, .connect): (.warn, "fetch.connect")
    case (_, .timeout): (.warn, "fetch.timeout")
    case (_, .tls): (.error, "fetch.tls")
    case (_, .http): (.warn, "fetch.status")
    case (_, .policy): (.error, "policy.block")
    case (_, .json), (_, .xml), (_, .ical), (_, .schema): (.error, "adapter.reject")
    case (_, .guard): (.error, "guard.hold")
    case (_, .limit), (_, .store), (_, .plugin): (.error, reason.description)
    case (_, .body), (_, .config), (_, .mirror), (_, nil): (.warn, "fetch.failed")
    }
  }
}

/// A named value in a log record: text or a number, without secrets.
public struct LogField: Sendable, Hashable {
  public enum Value: Sendable, Hashable, CustomStringConvertible {
    case text(String)
    case number(Int)

    public var description: String {
      switch self {
      case .text(let text): text
      case .number(let number): "\(number)"
      }
    }
  }

  public let name: String
  public let value: Value

  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, _ text: String) { self.init(name, .text(text)) }

  public init(_ name: String, _ number: Int) { self.init(name, .number(number)) }
}
