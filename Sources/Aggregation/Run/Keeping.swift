import FeedCore
import Locking

/// Keeps what a run learned beside new results, all at once, so that it shares a transaction, and with it the wait for the disk.
final class Keeping: Sendable {
  private let confirmations: [FeedUpdate]
  private let live: LiveSource
  private let task = Guarded<Task<[StoreError], Never>?>(nil)

  init(_ confirmations: [FeedUpdate], _ live: LiveSource) {
    self.confirmations = confirmations
    self.live = live
  }

  /// Begins with it, once. The task gives the errors of the store.
  @discardableResult
  func begin() -> Task<[StoreError], Never> {
    task.withLock { task in
      if let task { return task }
      let begun = Task { await keep() }
      task = begun
      return begun
    }
  }

  private func keep() async -> [StoreError] {
    await withTaskGroup(of: StoreError?.self) { group in
      for update in confirmations { group.addTask { [live] in await live.keep(update) } }
      group.addTask { [live] in await live.keepHosts() }
      var errors: [StoreError] = []
      for await error in group { if let error { errors.append(error) } }
      return errors
    }
  }
}
