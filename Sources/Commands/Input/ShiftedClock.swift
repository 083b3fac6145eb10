import Fetching
import OpeningHours

/// A clock that starts at a chosen time.
struct ShiftedClock: RunClock {
  private let start: Instant
  private let base: SystemClock

  init(from start: Instant, by base: SystemClock) {
    self.start = start
    self.base = base
  }

  func now() -> Instant {
    Instant(secondsSinceEpoch: start.secondsSinceEpoch + base.elapsed().components.seconds, nanoseconds: start.nanoseconds) ?? start
  }

  func elapsed() -> Duration { base.elapsed() }

  func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }
}
