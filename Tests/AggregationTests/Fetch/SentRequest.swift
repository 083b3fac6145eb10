import FeedKit
import OpeningHours

/// A request as received by a server.
struct SentRequest: Sendable {
  let url: String
  /// Names in lower case.
  let headers: [String: String]
  /// The number of the request to its address, from 1.
  let number: Int
  /// The time since the test began.
  let ticks: Duration
  let time: Instant
  let limits: HTTPLimits
  let remaining: Duration?

  var isConditional: Bool { headers["if-none-match"] != nil || headers["if-modified-since"] != nil }
}
