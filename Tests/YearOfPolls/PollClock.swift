import Aggregation
import Basics
import Fetching
import OpeningHours

/// The clock of the year: each poll begins at its moment, and waits within a poll take no time.
final class PollClock: RunClock {
  private let state = Guarded<(start: Int, elapsed: Duration)>((0, .zero))

  func begin(at second: Int) { state.withLock { $0 = (second, .zero) } }

  func now() -> Instant {
    let (start, elapsed) = state.withLock { $0 }
    return Instant(secondsSinceEpoch: Int64(start) + elapsed.components.seconds) ?? .epoch
  }

  func elapsed() -> Duration { state.withLock(\.elapsed) }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    state.withLock { $0.elapsed += max(duration, .zero) }
  }
}
