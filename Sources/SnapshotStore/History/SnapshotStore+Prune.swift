public import FeedKit
import Foundation
import GRDB
public import OpeningHours
public import StoreInterface

extension SnapshotStore {
  /// Removes runs that are older than a moment, then the results that neither a run that stays nor a feed needs, with their replies.
  ///
  /// The newest run of each selection stays, the one up to which each watch has told the changes, and what each feed serves. That entries came and went is still known (`versions`). The file
  /// is made smaller when a quarter of it or more is free and nobody else uses it.
  /// - Parameter isDry: nothing is changed; tells what would be removed.
  public func prune(before limit: Instant, isDry: Bool = false) async throws(StoreError) -> Pruning {
    try await onWriter { database in
      var pruning = Pruning()
      try database.inTransaction(.immediate) {
        pruning = try Pruner.prune(before: limit, in: database)
        return isDry ? .rollback : .commit
      }
      if !isDry { pruning.fileBytes = try self.compact(in: database) }
      return pruning
    }
  }

  /// - Returns: by how many bytes the file became smaller.
  private func compact(in database: Database) throws -> Int {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    let before = StoreFile.size(path)
    if free * 4 >= pages, free > 0 {
      do {
        try database.execute(sql: "VACUUM")
      } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
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
