import CampusCatalog

/// Decides which failures are retried, and after how long.
package enum Backoff {
  /// Returns the maximum number of retries after a failure; 0 unless the failure may be temporary.
  ///
  /// - Parameter isWaitedFor: whether the run will wait as long as the server demanded.
  static func retries(after failure: TransportFailure, isWaitedFor: Bool = false) -> Int {
    switch failure.reason {
    case .rateLimited: isWaitedFor ? 2 : 0
    // A body that was damaged in transit may arrive intact next time; a wrong `Content-Encoding` will not change.
    case .bodyEncoding: failure.isDamage ? 2 : 0
    case .dnsFailed, .dnsTimeout, .timeoutConnect, .timeoutFirstByte, .httpUnexpected304: 1
    case .connectRefused, .connectReset, .connectFailed, .httpEmpty, .bodyTruncated: 2
    default: retriedStatuses.contains(failure.reason.httpStatus) ? 2 : 0
    }
  }

  private static let retriedStatuses: Set<Int?> = [408, 500, 502, 504, 520, 521, 522, 523, 524]

  /// Returns whether a failure is the server's and counts toward opening its circuit.
  static func countsAgainstServer(_ reason: ReasonCode) -> Bool {
    switch (reason, reason.group) {
    case (.httpEmpty, _), (.httpFraming, _), (.bodyTruncated, _), (.bodyEncoding, _): true
    case (_, .dns), (_, .connect), (_, .timeout), (_, .tls): true
    default: reason.httpStatus.map { $0 / 100 == 5 } ?? false
    }
  }

  /// Returns a random delay before a retry (full jitter): up to half a second, doubled with each retry, and at most 8 seconds.
  ///
  /// - Parameters:
  ///   - retry: the number of the retry, from 1.
  ///   - random: a number from 0 to 1.
  static func delay(retry: Int, random: Double) -> Duration { Duration.milliseconds(500 << min(retry - 1, 4)) * random }

  /// Returns the seconds until the next poll after consecutive failures: a minute, doubled with each failure, and at most the cadence.
  /// With a cadence of an hour: 60, 120, 240, 480, 960, 1920, 3600, 3600, …
  package static func seconds(failures: Int, cadence: Int) -> Int { min(cadence, 60 << min(max(failures, 1) - 1, 10)) }
}
