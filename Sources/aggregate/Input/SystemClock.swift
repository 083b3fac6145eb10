import Aggregation
import Foundation
import OpeningHours

/// The clocks of this machine.
struct SystemClock: RunClock {
  private let start = ContinuousClock.now
  /// What is told when the clock on the wall shows a year that no calendar has.
  private let fallback: Instant

  init(fallback: Instant) { self.fallback = fallback }

  func now() -> Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) ?? fallback }

  func elapsed() -> Duration { start.duration(to: .now) }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
