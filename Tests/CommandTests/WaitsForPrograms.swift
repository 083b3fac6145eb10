import Foundation
import Testing

/// Runs the tests of a suite on threads of their own, because they wait for programs. Swift's pool has only as many threads as there are
/// cores, and the servers and the other tests need them.
struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    try await withTaskExecutorPreference(ProgramThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForPrograms {
  static var waitsForPrograms: Self { Self() }
}

private final class ProgramThreads: TaskExecutor {
  static let shared = ProgramThreads()

  private let queue = OperationQueue()

  /// Each thread waits for one program at a time.
  private init() { queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
