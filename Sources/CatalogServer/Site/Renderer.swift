import Basics
import Dispatch
import Foundation
import Glibc

/// Makes answers on a few separate threads, so that slow ones do not delay connections and other answers.
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

  private struct Reference {
    weak var document: Representation?
  }

  private let limit: Int
  private let longestQueue: Int
  private let byteLimit: Int
  private let state = Guarded(State())
  private let threads = RenderingThreads()
  /// The documents of the answers that are still in memory.
  private let documents = Guarded<[ObjectIdentifier: Reference]>([:])

  /// - Parameters:
  ///   - threads: the maximum number of renderings at the same time; by default, one for each core.
  ///   - longestQueue: the maximum number of renderings that wait.
  ///   - byteLimit: the size of the documents that are being sent, and not stored, from which no more answers are made.
  init(threads: Int = ProcessInfo.processInfo.activeProcessorCount, longestQueue: Int, byteLimit: Int = 256 << 20) {
    (limit, self.longestQueue, self.byteLimit) = (threads, longestQueue, byteLimit)
  }

  /// The number of renderings that wait.
  var waiting: Int { state.withLock { $0.queue.count } }

  /// Whether another rendering would be refused.
  var isFull: Bool { state.withLock { $0.running == limit && $0.queue.count == longestQueue } }

  /// Makes an answer as `run` does, unless clients that read slowly hold too many earlier ones.
  ///
  /// - Parameter stored: returns the documents that are stored, which do not count: they have a limit of their own.
  func answer(
    except stored: @escaping @Sendable () -> Set<ObjectIdentifier>, _ make: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await run { [self] in
      if bytes(except: []) >= byteLimit, bytes(except: stored()) >= byteLimit { throw Self.isBusy }
      let answer = try await make()
      documents.withLock { $0[ObjectIdentifier(answer.document)] = Reference(document: answer.document) }
      return answer
    }
  }

  private func bytes(except stored: Set<ObjectIdentifier>) -> Int {
    documents.withLock { documents in
      documents = documents.filter { $0.value.document != nil }
      return documents.reduce(0) { stored.contains($1.key) ? $0 : $0 + ($1.value.document?.bytes ?? 0) }
    }
  }

  private static let isBusy = Problem.unavailable("The server is busy; try again later.")

  /// Runs work on a thread, as soon as one is free. Long work must check between its steps whether its task is canceled; nobody waits for it
  /// then.
  ///
  /// - Throws: `Problem` with status 503 if too much work waits already; `CancellationError`; and the errors of the work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await begin()
    let (results, result) = AsyncThrowingStream<Value, any Error>.makeStream()
    let task = Task(executorPreference: threads) { [self] in
      defer { end() }
      do {
        try Task.checkCancellation()
        result.yield(try await work())
        result.finish()
      } catch {
        result.finish(throwing: error)
      }
    }
    // A stream ends as soon as its reader is canceled.
    return try await withTaskCancellationHandler {
      for try await value in results { return value }
      throw CancellationError()
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
          if state.running < limit {
            state.running += 1
            return .success(())
          }
          if state.queue.count >= longestQueue { return .failure(Self.isBusy) }
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

  /// Passes the thread to the next rendering.
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
    let step = Unmanaged.passRetained(Step(UnownedJob(job), on: self))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { step in
        if let step { Unmanaged<Step>.fromOpaque(step).takeRetainedValue().run() }
        return nil
      }, step.toOpaque())
    if result == 0 {
      pthread_detach(thread)
    } else {
      // The system has no thread left. The step runs on Swift's pool, late rather than never.
      let step = step.takeRetainedValue()
      DispatchQueue.global().async { step.run() }
    }
  }

  private final class Step: Sendable {
    private let job: UnownedJob
    private let threads: RenderingThreads

    init(_ job: UnownedJob, on threads: RenderingThreads) { (self.job, self.threads) = (job, threads) }

    func run() { job.runSynchronously(on: threads.asUnownedTaskExecutor()) }
  }
}
