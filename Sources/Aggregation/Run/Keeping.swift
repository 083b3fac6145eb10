import FeedCore
import Locking

/// Keeps what a run learned beside new results, all at once, so that it shares a transaction, and with it the wait for the disk.
final class Keeping: Sendable {
  private let work: @Sendable () async -> [StoreError]
  private let task = Guarded<Task<[StoreError], Never>?>(nil)

  /// - Parameter work: gives the errors of the store.
  init(_ work: @escaping @Sendable () async -> [StoreError]) { self.work = work }

  /// Begins with it, once.
  @discardableResult
  func begin() -> Task<[StoreError], Never> {
    task.withLock { task in
      if let task { return task }
      let begun = Task { [work] in await work() }
      task = begun
      return begun
    }
  }
}
