import FeedCore
import Locking

/// The keeping of what a run learned and wrote, which is begun once.
final class Keeping: Sendable {
  private let contentHash: Guarded<String?>
  private let task: OnceTask<[StoreError]>

  /// - Parameters:
  ///   - run: what the run wrote; nil where that is not to be remembered.
  ///   - keep: keeps it, with all else. Returns what could not be done.
  init(_ run: RunUpdate?, _ keep: @escaping @Sendable (RunUpdate?) async -> [StoreError]) {
    let contentHash = Guarded<String?>(nil)
    self.contentHash = contentHash
    task = OnceTask {
      var run = run
      run?.contentHash = contentHash.withLock { $0 }
      return await keep(run)
    }
  }

  /// Begins with it, where that has not been done.
  ///
  /// - Parameter contentHash: that of the catalog, where it is known; what is told after the beginning comes too late.
  @discardableResult
  func begin(_ contentHash: String?) -> Task<[StoreError], Never> {
    if let contentHash { self.contentHash.withLock { $0 = contentHash } }
    return task.begin()
  }
}
