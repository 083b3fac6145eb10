import Foundation

/// Threads for tests that wait for programs. Swift's pool has only as many threads as there are cores, and the servers and the other tests
/// need them.
final class ProgramThreads: TaskExecutor {
  static let shared = ProgramThreads()

  private let queue = OperationQueue()

  /// Each thread waits for one program at a time.
  private init() { queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
