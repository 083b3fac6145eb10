import CampusCatalog
import FeedKit

/// How long to wait after failures, and what may be tried again.
package enum Backoff {
  /// Requests beside the first that a failure allows: only what may pass by itself.
  ///
  /// - Parameter isWaitedFor: the server said when it may be asked again, and the run waits until then.
  static func retries(after failure: TransportFailure, isWaitedFor: Bool = false) -> Int {
    switch failure.reason {
    case .rateLimited: isWaitedFor ? 2 : 0
    // A coding that came to harm on the way may come whole; one that the server names wrongly stays wrong.
    case .bodyEncoding: failure.isDamage ? 2 : 0
    case .dnsFailed, .dnsTimeout, .timeoutConnect, .timeoutFirstByte, .httpUnexpected304: 1
    case .connectRefused, .connectReset, .connectFailed, .httpEmpty, .bodyTruncated: 2
    default: retriedStatuses.contains(failure.reason.httpStatus) ? 2 : 0
    }
  }

  private static let retriedStatuses: Set<Int?> = [408, 500, 502, 504, 520, 521, 522, 523, 524]

  /// Whether the server failed to do its work, which opens its circuit after a while.
  static func countsAgainstServer(_ reason: ReasonCode) -> Bool {
    switch reason {
    case .httpEmpty, .httpFraming, .bodyTruncated, .bodyEncoding: true
    default:
      switch reason.group {
      case .dns, .connect, .timeout, .tls: true
      default: reason.httpStatus.map { $0 / 100 == 5 } ?? false
      }
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
  package static func seconds(failures: Int, cadence: Int) -> Int { min(cadence, 60 << min(max(failures, 1) - 1, 10)) }
}
