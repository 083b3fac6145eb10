import Basics
import Foundation

/// Runs slow work, such as exports and diffs, on a few threads of its own, so that it does not delay other responses.
final class Renderer: Sendable {
  /// One piece of work, which is canceled when no client waits for it any longer.
  final class Rendering: Sendable {
    private let isCanceled = Guarded(false)

    /// Call this between the steps of the work.
    ///
    /// - Throws: `CancellationError` if the work was canceled.
    func checkCancellation() throws { if isCanceled.withLock({ $0 }) { throw CancellationError() } }

    fileprivate func cancel() { isCanceled.withLock { $0 = true } }
  }

  private struct Job: Sendable {
    let rendering: Rendering
    let run: @Sendable () -> Void
  }

  private struct State {
    var running = 0
    var queue: [Job] = []
  }

  private let threads: Int
  private let longestQueue: Int
  private let state = Guarded(State())

  /// - Parameters:
  ///   - threads: the most pieces of work at the same time; by default, one for each core.
  ///   - longestQueue: the most pieces of work that wait.
  init(threads: Int = ProcessInfo.processInfo.activeProcessorCount, longestQueue: Int = 16) {
    (self.threads, self.longestQueue) = (threads, longestQueue)
  }

  /// The number of pieces of work that wait.
  var waiting: Int { state.withLock { $0.queue.count } }

  /// Runs work on a thread, as soon as one is free. If the task is canceled, so is the work.
  ///
  /// - Throws: `Problem` with status 503 if too much work waits already; `CancellationError`; and the errors of the work.
  func run<Value: Sendable>(_ work: @escaping @Sendable (Rendering) throws -> Value) async throws -> Value {
    let rendering = Rendering()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = Job(rendering: rendering) {
          continuation.resume(
            with: Result {
              try rendering.checkCancellation()
              return try work(rendering)
            })
        }
        if !start(job) { continuation.resume(throwing: Problem.unavailable("The server is busy; try again later.")) }
      }
    } onCancel: {
      cancel(rendering)
    }
  }

  /// Starts a job or adds it to the queue. Returns false if the queue is full.
  private func start(_ job: Job) -> Bool {
    let isFree: Bool? = state.withLock { state in
      if state.running < threads {
        state.running += 1
        return true
      }
      if state.queue.count >= longestQueue { return nil }
      state.queue.append(job)
      return false
    }
    if isFree == true { Thread.detachNewThread { self.work(from: job) } }
    return isFree != nil
  }

  /// Runs a job, and then the jobs of the queue.
  private func work(from first: Job) {
    var job: Job? = first
    while let current = job {
      current.run()
      job = state.withLock { state in
        if !state.queue.isEmpty { return state.queue.removeFirst() }
        state.running -= 1
        return nil
      }
    }
  }

  private func cancel(_ rendering: Rendering) {
    rendering.cancel()
    let job = state.withLock { state in
      state.queue.firstIndex { $0.rendering === rendering }.map { state.queue.remove(at: $0) }
    }
    // Only throws.
    job?.run()
  }
}
