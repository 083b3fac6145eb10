import FeedCore

/// How long to wait after failures, and what may be tried again.
enum Backoff {
  /// Requests beside the first that a failure allows: only what may pass by itself.
  ///
  /// - Parameter isWaitedFor: the server said when it may be asked again, and the run waits until then.
  static func retries(after failure: TransportFailure, isWaitedFor: Bool = false) -> Int {
    switch failure.reason {
    case "ratelimited": isWaitedFor ? 2 : 0
    // A coding that came to harm on the way may come whole; one that the server names wrongly stays wrong.
    case "body.encoding": failure.isDamage ? 2 : 0
    case "dns.failed", "dns.timeout", "timeout.connect", "timeout.first_byte", "http.304_unexpected": 1
    case "connect.refused", "connect.reset", "connect.failed", "http.empty", "body.truncated": 2
    case "http.408", "http.500", "http.502", "http.504", "http.520", "http.521", "http.522", "http.523", "http.524": 2
    default: 0
    }
  }

  /// The server itself did not do its work: what opens its circuit.
  static func countsAgainstServer(_ reason: String) -> Bool {
    switch reason {
    case "http.empty", "http.framing", "body.truncated", "body.encoding": true
    default:
      reason.hasPrefix("dns.") || reason.hasPrefix("connect.") || reason.hasPrefix("timeout.") || reason.hasPrefix("tls.")
        || reason.hasPrefix("http.5")
    }
  }

  /// Full jitter: any time from none to the base doubled with each retry, or to the cap.
  ///
  /// - Parameters:
  ///   - retry: 1 for the first.
  ///   - random: from 0 to 1.
  static func delay(retry: Int, random: Double, first: Duration, longest: Duration) -> Duration {
    let cap = min(first * (1 << min(retry - 1, 20)), longest)
    return cap * random
  }

  /// Seconds until a feed is asked again after so many failures in a row; never longer than its cadence.
  static func seconds(failures: Int, cadence: Int) -> Int { min(cadence, 60 << min(max(failures, 1) - 1, 10)) }
}
