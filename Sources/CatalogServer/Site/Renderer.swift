import Basics
import Foundation

/// Runs slow work, such as exports and diffs, on a few threads of its own, so that it does not delay other responses.
final class Renderer: Sendable {
  private struct Waiting: Sendable {
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running = 0
    var queue: [Waiting] = []
    var lastNumber = 0
  }

  private let most: Int
  private let longestQueue: Int
  private let state = Guarded(State())
  private let threads = RenderingThreads()

  /// - Parameters:
  ///   - threads: the most pieces of work at the same time; by default, one for each core.
  ///   - longestQueue: the most pieces of work that wait.
  init(threads: Int = ProcessInfo.processInfo.activeProcessorCount, longestQueue: Int = 16) {
    (most, self.longestQueue) = (threads, longestQueue)
  }

  /// The number of pieces of work that wait.
  var waiting: Int { state.withLock { $0.queue.count } }

  /// Runs work on a thread, as soon as one is free. Long work must check between its steps whether its task is canceled.
  ///
  /// - Throws: `Problem` with status 503 if too much work waits already; `CancellationError`; and the errors of the work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await begin()
    defer { end() }
    let task = Task(executorPreference: threads) {
      try Task.checkCancellation()
      return try await work()
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits until a thread is free.
  private func begin() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let decision: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.running < most {
            state.running += 1
            return .success(())
          }
          if state.queue.count >= longestQueue { return .failure(Problem.unavailable("The server is busy; try again later.")) }
          state.queue.append(Waiting(number: number, continuation: continuation))
          return nil
        }
        if let decision { continuation.resume(with: decision) }
      }
    } onCancel: {
      let canceled = state.withLock { state in
        state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
      }
      canceled?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Passes the thread to the next piece of work.
  private func end() {
    let next: Waiting? = state.withLock { state in
      if !state.queue.isEmpty { return state.queue.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.continuation.resume()
  }
}

/// Runs each step of a task, from one suspension to the next, on a thread outside of Swift's pool.
private final class RenderingThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
