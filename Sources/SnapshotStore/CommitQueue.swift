import Aggregation
import Basics
import CampusCatalog
import GRDB

/// Commits writes in the order in which they arrive. Writes that arrive during a transaction share the next one, and so wait for the
/// disk only once.
/// A transaction takes SQLite's write lock when it begins (`BEGIN IMMEDIATE`).
final class CommitQueue: Sendable {
  /// A write that is ready for its transaction: everything that needs no file, such as compression, is done.
  struct Write: Sendable {
    /// An estimate of the bytes that it adds to the file, which limits how many writes share a transaction.
    let size: Int
    /// Writes, inside a transaction. If another process takes precedence, it throws `store.conflict` before changing anything.
    let apply: @Sendable (Database) throws -> Void
  }

  /// Writes that are committed together, and the continuation that waits for their results.
  private struct Batch: Sendable {
    let writes: [Write]
    let continuation: CheckedContinuation<[Result<Void, StoreError>], Never>

    func fail(_ error: StoreError) { continuation.resume(returning: writes.map { _ in .failure(error) }) }
  }

  private struct State {
    var pending: [Batch] = []
    var transactions = 0
    /// The connection's lock timeout in milliseconds while it is set to zero because waiting has failed once; otherwise nil.
    var suspendedTimeout: Int?
  }

  /// A transaction takes no more writes when it has this many bytes.
  private static let largestTransaction = 32 << 20

  private let connection: Connection
  private let state = Guarded(State())

  init(_ connection: Connection) { self.connection = connection }

  var transactions: Int { state.withLock { $0.transactions } }

  /// The number of writes that wait for a transaction.
  var pendingCount: Int { state.withLock { $0.pending.reduce(0) { $0 + $1.writes.count } } }

  /// Returns when the write is on the disk.
  ///
  /// - Throws: `store.conflict` if the write conflicted with another process's; `store.busy` if another process holds the write lock for
  ///   longer than the timeout; `store.full`, `store.io` or the error that closed the connection.
  func commit(_ write: Write) async throws(StoreError) { try await commit([write])[0].get() }

  /// Commits writes in one transaction. Returns the result of each when all have been committed or have failed, in their order.
  func commit(_ writes: [Write]) async -> [Result<Void, StoreError>] {
    if writes.isEmpty { return [] }
    return await withCheckedContinuation { enqueue(Batch(writes: writes, continuation: $0)) }
  }

  private func enqueue(_ batch: Batch) {
    state.withLock { $0.pending.append(batch) }
    // The first call of `run` takes everything that has arrived by then, up to the limit; later calls may find nothing.
    do throws(StoreError) { try connection.onWriter { self.run(in: $0) } } catch { failAll(error) }
  }

  /// Commits the next transaction. When another process holds the lock, all waiting writes fail with `store.busy`.
  private func run(in database: Database) {
    let group = next()
    guard !group.isEmpty else { return }
    do {
      try connection.checkOpen()
      var results = try self.results(of: group.flatMap(\.writes), in: database)[...]
      resumeTimeout(in: database)
      for batch in group {
        batch.continuation.resume(returning: Array(results.prefix(batch.writes.count)))
        results = results.dropFirst(batch.writes.count)
      }
    } catch {
      let error = connection.failure(error, systemError: database.systemError)
      for batch in group { batch.fail(error) }
      guard error.reason == .storeBusy else { return }
      suspendTimeout(in: database)
      // Writes that arrived in the meantime have waited for the same lock.
      failAll(error)
    }
  }

  /// Makes further attempts fail immediately while the file is locked. A run thus waits for a lock at most once. The first successful
  /// transaction restores the timeout.
  private func suspendTimeout(in database: Database) {
    guard state.withLock({ $0.suspendedTimeout == nil }), let timeout = try? database.integer("PRAGMA busy_timeout") else { return }
    state.withLock { $0.suspendedTimeout = timeout }
    try? database.execute(sql: "PRAGMA busy_timeout = 0")
  }

  private func resumeTimeout(in database: Database) {
    guard let timeout = state.withLock({ $0.suspendedTimeout }) else { return }
    state.withLock { $0.suspendedTimeout = nil }
    try? database.execute(sql: "PRAGMA busy_timeout = \(timeout)")
  }

  /// Commits writes in one transaction, or each in its own if a shared one fails because of one of them.
  ///
  /// - Throws: any other error. Nothing has been committed in that case.
  private func results(of writes: [Write], in database: Database) throws -> [Result<Void, StoreError>] {
    do {
      return try transaction(writes, in: database)
    } catch let error as DatabaseError where writes.count > 1 && error.resultCode == .SQLITE_CONSTRAINT {
      // One of the writes violates a constraint. Write each alone, so that the others succeed.
      return writes.map { write in
        do { return try transaction([write], in: database)[0] } catch {
          return .failure(connection.failure(error, systemError: database.systemError))
        }
      }
    }
  }

  /// Commits writes in one transaction. If a write conflicts with another process, only that write fails; the others are committed.
  private func transaction(_ writes: [Write], in database: Database) throws -> [Result<Void, StoreError>] {
    var results: [Result<Void, StoreError>] = []
    try database.inTransaction(.immediate) {
      for write in writes {
        do {
          try write.apply(database)
          results.append(.success(()))
        } catch let error as StoreError where error.reason == .storeConflict {
          results.append(.failure(error))
        }
      }
      return .commit
    }
    state.withLock { $0.transactions += 1 }
    return results
  }

  /// Takes the writes of the next transaction.
  private func next() -> [Batch] {
    state.withLock { state in
      var size = 0
      let group = Array(
        state.pending.prefix { batch in
          defer { size += batch.writes.reduce(0) { $0 + $1.size } }
          return size < Self.largestTransaction
        })
      state.pending.removeFirst(group.count)
      return group
    }
  }

  private func failAll(_ error: StoreError) {
    let all = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    for batch in all { batch.fail(error) }
  }
}
