import CatalogSession
import Foundation

/// The clocks of this machine.
struct SystemClock: RunClock {
  private let start = ContinuousClock.now
  /// The time to return when the system clock shows a year out of range.
  let fallback: Instant

  /// Returns the current time, rounded down to a whole second.
  func now() -> Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) ?? fallback }

  func moment(after seconds: Int) -> Instant {
    Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.up)) + Int64(seconds)) ?? fallback
  }

  func elapsed() -> Duration { start.duration(to: .now) }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
