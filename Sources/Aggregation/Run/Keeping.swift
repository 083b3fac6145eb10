import FeedCore
import Locking

/// Keeps what a run learned beside new results, all at once, so that it shares a transaction, and with it the wait for the disk.
final class Keeping: Sendable {
  private let keep: @Sendable () async -> [StoreError]
  private let task = Guarded<Task<[StoreError], Never>?>(nil)

  /// - Parameter keep: does it, and gives the errors of the store.
  init(_ keep: @escaping @Sendable () async -> [StoreError]) { self.keep = keep }

  /// Begins with it, once. The task gives the errors of the store.
  @discardableResult
  func begin() -> Task<[StoreError], Never> {
    task.withLock { task in
      if let task { return task }
      let begun = Task { [keep] in await keep() }
      task = begun
      return begun
    }
  }
}
