import FeedKit
import Foundation
import GRDB
public import OpeningHours
public import StoreInterface

extension SnapshotStore {
  /// Removes runs that are older than a moment, then the results and replies that no remaining run and no feed needs.
  ///
  /// Keeps the newest run of each selection, the last run that each watch has reported, and the last good result of each feed. When
  /// entries appeared and disappeared is still known (`versions`). Everything is removed in one transaction. Then shrinks the file if
  /// at least a quarter of it is free and no other process uses it.
  /// - Parameters:
  ///   - limit: runs and results from this moment or later stay.
  ///   - isDry: whether to change nothing and only return what would be removed.
  /// - Throws: `store.corrupt` if a list of parts is damaged; `store.busy` if another process holds the write lock.
  public func prune(before limit: Instant, isDry: Bool = false) async throws(StoreError) -> PruneResult {
    try await onWriter { database in
      var result = PruneResult()
      try database.inTransaction(.immediate) {
        result = try Pruner.prune(before: limit, in: database)
        return isDry ? .rollback : .commit
      }
      if !isDry { result.fileBytes = try self.compact(in: database) }
      return result
    }
  }

  /// Shrinks the file with `VACUUM` if at least a quarter of its pages are free, and checkpoints the log. Returns the number of bytes
  /// by which file and log together became smaller.
  ///
  /// Does nothing if another process holds a lock, or if the disk has no space for the copy that `VACUUM` makes: the file stays larger, and
  /// the next prune tries again.
  private func compact(in database: Database) throws -> Int {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    let before = StoreFile.size(path)
    if free * 4 >= pages, free > 0 {
      do {
        try database.execute(sql: "VACUUM")
      } catch let error as DatabaseError
        where [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL].contains(error.resultCode) || error.isDiskFull(database.systemError)
      {
        return 0
      }
    }
    _ = try? Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    return max(0, before - StoreFile.size(path))
  }

  /// Runs `body` on the writing connection, not in a transaction.
  func onWriter<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      do throws(StoreError) {
        try connection.onWriter { database in
          continuation.resume(
            returning: Result { try body(database) }.mapError { self.connection.failure($0, systemError: database.systemError) })
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }
}
