import CampusCatalog
import CCodings
public import FeedKit
import Foundation
import GRDB
import GRDBSQLite
public import StoreInterface

extension SnapshotStore {
  /// The libraries under the store.
  public static var versions: [(name: String, version: String)] {
    [("sqlite", String(cString: sqlite3_libversion())), ("zstd", String(cString: ZSTD_versionString()))]
  }

  /// How many transactions this store has committed.
  package var transactions: Int { commits.transactions }

  /// Reads all that the file holds. Returns what is wrong with it, a sentence each; empty when all is well.
  ///
  /// - Throws: when the file cannot be read at all.
  public func check() async throws(StoreError) -> [String] {
    let path = connection.path
    return try await connection.read { database in
      var problems: [String] = []
      func part(_ body: () throws -> Void) throws {
        do {
          try body()
        } catch let error as DatabaseError where error.resultCode != .SQLITE_CORRUPT {
          throw error
        } catch {
          problems.append(StoreError(error, at: path).detail)
        }
      }
      try part {
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
        if lines != ["ok"] { problems += lines }
      }
      try part {
        let rows = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        if !rows.isEmpty { problems.append("\(rows.count) rows name what is not there") }
      }
      try part { _ = try Reading.states(of: nil, in: database) }
      try part { _ = try Reading.hosts(in: database) }
      try part { try Reading.verifyHistory(in: database) }
      try part { problems += try Reading.verifyRuns(in: database) }
      try part { try ContentHashRow.verify(in: database) }
      try part { try Reading.verifyChanges(in: database) }
      try part { _ = try FavoriteRow.all(in: database) }
      try part { _ = try WatchRow.all(in: database) }
      try part {
        try Reading.contents(in: database) { content in
          do throws(StoreError) { _ = try content.unpacked(byName: true) } catch { problems.append(error.detail) }
        }
      }
      return problems
    }
  }

  /// Renames a file that is damaged to `<name>.corrupt-<n>`, with what SQLite keeps beside it, so that a new one can take its
  /// place. No store may have it open.
  ///
  /// - Returns: its new path.
  public static func setAside(path: String) throws(StoreError) -> String {
    let path = URL(filePath: path).path(percentEncoded: false)
    return try StoreFile.setAside(path)
  }
}
