import CCodings
import Foundation
import GRDB
import GRDBSQLite
import Hashing

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
      try section { _ = try database.feedStates(of: nil) }
      try section { problems += try Self.problemsOfRuns(in: database) }
      let tables: [any StoredRow.Type] = [
        HostState.self, SnapshotRow.self, BodyRow.self, ContentHashRow.self, EntryChange.self, StreamEntryRow.self, Favorite.self,
        WatchRow.self,
      ]
      for table in tables { try section { try table.verify(in: database) } }
      try section {
        try database.contents().forEach { content in
          do throws(StoreError) { _ = try content.unpacked(verifyingHash: true) } catch { problems.append(error.detail) }
        }
      }
      return problems
    }
  }

  /// Verifies the rows of all runs, and that their contents are stored. Returns the problems as phrases without full stops.
  ///
  /// - Throws: `DamagedRow` for a run whose row is damaged.
  private static func problemsOfRuns(in database: Database) throws -> [String] {
    var problems: [String] = []
    var lists: Set<ContentID> = []
    var reports: [ContentID: Int] = [:]
    try RunRecord.rows(RunRecord.order, in: database).forEach { run in
      lists.insert(run.parts)
      for id in [run.campuses, run.reports] where try !database.containsContent(id) {
        problems.append("the content \(id) of the run \(run.id) is missing")
      }
      if reports[run.reports] == nil { reports[run.reports] = try lineCount(of: run.reports, in: database) }
      if let count = reports[run.reports], try StoredJSON.checkTimes(run.checked, from: run.generatedAt).count != count {
        problems.append("the run \(run.id) has a different number of times than of reports")
      }
    }
    for id in lists.sorted(by: { $0.description < $1.description }) {
      guard let bytes = try? database.content(id)?.unpacked(), let parts = try? StoredJSON.parts(bytes) else {
        problems.append("the content \(id), the list of parts of a run, is missing or damaged")
        continue
      }
      for part in parts where try !database.containsContent(part.content) {
        problems.append("the content \(part.content), entries of \(part.campus) in a run, is missing")
      }
    }
    return problems
  }

  /// Returns the number of lines of a content; nil if it is missing or damaged.
  private static func lineCount(of id: ContentID, in database: Database) throws -> Int? {
    guard let content = try database.content(id), let bytes = try? content.unpacked() else { return nil }
    return bytes.count { $0 == UInt8(ascii: "\n") }
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
