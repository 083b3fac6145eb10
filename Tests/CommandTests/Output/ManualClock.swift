import Aggregation
import Basics
import Fetching
import OpeningHours
import Testing

/// A clock that a test advances by hand.
final class ManualClock: RunClock {
  private struct State {
    var elapsed: Duration = .zero
    var sleepers: [CheckedContinuation<Void, Never>] = []
  }

  private let moment: Instant
  private let state = Guarded(State())

  init() throws { moment = try #require(Instant("2026-11-21T12:00:00Z")) }

  deinit { wake() }

  func now() -> Instant { moment }

  func elapsed() -> Duration { state.withLock(\.elapsed) }

  func sleep(for duration: Duration) async throws {
    await withCheckedContinuation { sleeper in state.withLock { $0.sleepers.append(sleeper) } }
    try Task.checkCancellation()
  }

  /// Waits until a task sleeps, and wakes it.
  func pass(_ duration: Duration) async {
    while state.withLock(\.sleepers.isEmpty) { await Task.yield() }
    state.withLock { $0.elapsed += duration }
    wake()
  }

  private func wake() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }
}
