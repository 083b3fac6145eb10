import CampusCatalog
import CCodings
import FeedKit
import Foundation
import GRDB
import GRDBSQLite
public import StoreInterface

extension SnapshotStore {
  /// The names and versions of the libraries that the store uses.
  public static var versions: [(name: String, version: String)] {
    [("sqlite", String(cString: sqlite3_libversion())), ("zstd", String(cString: ZSTD_versionString()))]
  }

  /// The number of transactions that this store has committed.
  package var transactions: Int { commits.transactions }

  /// Verifies the whole file. Returns its problems as phrases without full stops; empty if there are none.
  ///
  /// Runs SQLite's `integrity_check` and `foreign_key_check`, verifies the checksum of each row, and computes the SHA-256 of each
  /// content. Reads the whole file in one reading transaction, so writers are not blocked.
  /// - Throws: `StoreError` if the file cannot be read at all.
  public func check() async throws(StoreError) -> [String] {
    let path = connection.path
    return try await connection.read { database in
      var problems: [String] = []
      func section(_ body: () throws -> Void) throws {
        do {
          try body()
        } catch let error as DatabaseError where error.resultCode != .SQLITE_CORRUPT {
          throw error
        } catch {
          problems.append(StoreError(error, at: path).detail)
        }
      }
      try section {
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
        if lines != ["ok"] { problems += lines }
      }
      try section {
        let rows = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        if !rows.isEmpty { problems.append("\(rows.count) rows refer to missing rows") }
      }
      try section { _ = try StoreQueries.states(of: nil, in: database) }
      try section { _ = try StoreQueries.hosts(in: database) }
      try section { try StoreQueries.verifyHistory(in: database) }
      try section { problems += try StoreQueries.verifyRuns(in: database) }
      try section { try ContentHashRow.verify(in: database) }
      try section { try StoreQueries.verifyChanges(in: database) }
      try section { _ = try FavoriteRow.all(in: database) }
      try section { _ = try WatchRow.all(in: database) }
      try section {
        try StoreQueries.contents(in: database) { content in
          do throws(StoreError) { _ = try content.unpacked(verifyingHash: true) } catch { problems.append(error.detail) }
        }
      }
      return problems
    }
  }

  /// Renames a damaged file to `<name>.corrupt-<n>`, with SQLite's files beside it, so that a new one can be created. No store may
  /// have it open.
  ///
  /// Uses the first number from 1 that no file has, and never replaces a file.
  /// - Returns: the new path.
  /// - Throws: `store.io` if a file cannot be renamed.
  public static func setAside(path: String) throws(StoreError) -> String {
    let path = URL(filePath: path).path(percentEncoded: false)
    return try StoreFile.setAside(path)
  }
}
