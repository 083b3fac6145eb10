import Aggregation
import Basics
import Fetching
import OpeningHours
import TestKit

/// A clock that advances only when a task sleeps, immediately.
final class StepClock: RunClock {
  private let start: Instant
  private let slept = Guarded(Duration.zero)

  init(_ start: String) throws { self.start = try parsed(start, Instant.init) }

  func now() -> Instant { start }

  func elapsed() -> Duration { slept.withLock { $0 } }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    slept.withLock { $0 += duration }
  }
}
