import Aggregation
import Basics
import Dispatch
import Fetching
import OpeningHours

/// The clock of a test. It stops while any task can run, and advances to the earliest sleeper when none can: all tasks that prefer this
/// executor run one after another, so that a run is the same each time.
final class VirtualClock: RunClock, TaskExecutor {
  private struct Sleeper {
    let wakes: Duration
    let order: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    /// The wall clock, since 1970.
    var wall: Duration
    var ticks: Duration = .zero
    var runStart: Duration = .zero
    var jobs: [UnownedJob] = []
    var nextJob = 0
    var sleepers: [Sleeper] = []
    var order = 0
    var isRunning = false
  }

  private enum Step {
    case job(UnownedJob)
    case wake(CheckedContinuation<Void, Never>)
  }

  private let state: Guarded<State>
  private let queue = DispatchQueue(label: "virtual time")

  init(_ start: String = "2026-11-21T12:00:00Z") {
    state = Guarded(State(wall: .seconds(Instant(start)?.secondsSinceEpoch ?? 0)))
  }

  // MARK: - The clock

  func now() -> Instant {
    let wall = state.withLock(\.wall).components
    let nanoseconds = Int32(wall.attoseconds / 1_000_000_000)
    return Instant(secondsSinceEpoch: wall.seconds, nanoseconds: nanoseconds) ?? .epoch
  }

  func elapsed() -> Duration { state.withLock { $0.ticks - $0.runStart } }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.order += 1
        state.sleepers.append(Sleeper(wakes: state.ticks + max(duration, .zero), order: state.order, continuation: continuation))
      }
    }
  }

  /// The time since the clock was created, regardless of runs and jumps.
  var ticks: Duration { state.withLock(\.ticks) }

  func beginRun() { state.withLock { $0.runStart = $0.ticks } }

  /// Advances the time between runs.
  func advance(seconds: Int) {
    state.withLock { state in
      state.ticks += .seconds(seconds)
      state.wall += .seconds(seconds)
    }
  }

  /// Sets the wall clock to a time.
  func set(_ time: Instant) {
    state.withLock { $0.wall = .seconds(time.secondsSinceEpoch) + .nanoseconds(time.nanoseconds) }
  }

  /// Sets the wall clock forward or back.
  func jump(seconds: Int) { state.withLock { $0.wall += .seconds(seconds) } }

  // MARK: - The executor

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { queue.async { self.drain() } }
  }

  private func drain() {
    while let step = next() {
      switch step {
      case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .wake(let continuation): continuation.resume()
      }
    }
  }

  private func next() -> Step? {
    state.withLock { state in
      if state.nextJob < state.jobs.count {
        state.nextJob += 1
        return .job(state.jobs[state.nextJob - 1])
      }
      state.jobs.removeAll(keepingCapacity: true)
      state.nextJob = 0
      guard let index = state.sleepers.indices.min(by: { Self.isEarlier(state.sleepers[$0], state.sleepers[$1]) }) else {
        state.isRunning = false
        return nil
      }
      let sleeper = state.sleepers.remove(at: index)
      let step = max(.zero, sleeper.wakes - state.ticks)
      state.ticks += step
      state.wall += step
      return .wake(sleeper.continuation)
    }
  }

  private static func isEarlier(_ left: Sleeper, _ right: Sleeper) -> Bool {
    left.wakes == right.wakes ? left.order < right.order : left.wakes < right.wakes
  }
}
