public import Aggregation
import Basics
import CCodings
import CampusCatalog
import Fetching
import Foundation
import GRDB
import GRDBSQLite

extension SnapshotStore {
  /// The names and versions of the libraries that the store uses.
  public static var versions: [(name: String, version: String)] {
    [("sqlite", String(cString: sqlite3_libversion())), ("zstd", String(cString: ZSTD_versionString()))]
  }

  package var transactions: Int { commits.transactions }

  /// Verifies the whole file. Returns its problems as phrases without periods; empty if there are none.
  ///
  /// Runs SQLite's `integrity_check` and `foreign_key_check`, verifies the checksum of each row, and computes the SHA-256 of each
  /// content, in one reading transaction.
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
        let lines = try Array(database.rows("PRAGMA integrity_check(20)") { $0.text() })
        if lines != ["ok"] { problems += lines }
      }
      try section {
        let count = try Array(database.rows("PRAGMA foreign_key_check") { _ in }).count
        if count > 0 { problems.append("\(count) rows refer to missing rows") }
      }
      try section { _ = try database.feedStates(of: nil) }
      try section { problems += try Self.problemsOfRuns(in: database) }
      let tables: [any StoredRow.Type] = [
        HostState.self, SnapshotRow.self, BodyRow.self, ContentHashRow.self, EntryChange.self, StreamEntryRow.self, FeedStartRow.self,
        Favorite.self, WatchRow.self, UpstreamRow.self, PastDate.self,
      ]
      for table in tables { try section { try table.verify(in: database) } }
      var ids: [ContentID] = []
      try section { ids = try database.contentIDs() }
      for id in ids {
        try section {
          let content = try database.requiredContent(id)
          do throws(StoreError) { _ = try content.unpacked(verifyingHash: true) } catch {
            // The base of a patch may be the one that is damaged.
            let what = content.isPatch ? "the content \(id) cannot be made from the one that it is a patch of: " : ""
            problems.append(what + error.detail)
          }
        }
      }
      try section {
        let stray = "SELECT count(*) FROM patch WHERE content NOT IN (SELECT sha256 FROM content WHERE coding = 'patch')"
        let count = try database.integer(stray) ?? 0
        if count > 0 { problems.append("\(count) rows of patches are about contents that are none") }
      }
      return problems
    }
  }

  /// Verifies the rows of all runs, and that their contents are stored. Returns the problems as phrases without periods.
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
      if reports[run.reports] == nil {
        let bytes = try database.content(run.reports).flatMap { try? $0.unpacked() }
        reports[run.reports] = bytes?.count { $0 == UInt8(ascii: "\n") }
      }
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

  // MARK: - Damaged files

  /// Renames a damaged file to `<name>.corrupt-<n>`, with SQLite's files beside it, so that a new one can be created. No store may
  /// have it open. Uses the first number from 1 that no file has. Returns the new path.
  ///
  /// - Throws: `store.io` if a file cannot be renamed.
  public static func setAside(path: String) throws(StoreError) -> String {
    let file = URL(filePath: path)
    let path = file.path(percentEncoded: false)
    // Renames the log first: SQLite would play back a log that is left behind into the next file of this name.
    let suffixes = ["-wal", "-shm", ""]
    var number = 1
    while suffixes.contains(where: { StoreFile.exists("\(path).corrupt-\(number)\($0)") }) { number += 1 }
    let target = "\(path).corrupt-\(number)"
    for suffix in suffixes where StoreFile.exists(path + suffix) {
      guard StoreFile.renameWithoutReplacing(path + suffix, target + suffix) else {
        throw StoreError(.storeIO, "\(path)\(suffix) cannot be renamed: \(StoreFile.text(errno))")
      }
    }
    try StoreFile.sync(file.deletingLastPathComponent().path(percentEncoded: false))
    return target
  }

  /// Whether a file is recognizable as a store of this program, even if it is damaged. Never true for a file of another program.
  ///
  /// Looks for the application id in the database header, or the text that defines a table of the store, in the first MiB. No store may
  /// have the file open. False also for a file that cannot be read, and for one that is not a regular file.
  public static func isRecognizable(path: String) -> Bool {
    // The definitions of the tables are on the first pages.
    guard StoreFile.isRegular(path), let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: 1 << 20) else {
      return false
    }
    // In addition, the header must have one of two marks: the text with which all databases begin, or the three numbers that are the same
    // in all of them (https://www.sqlite.org/fileformat.html#the_database_header).
    if bytes.count >= 100, bytes[68..<72].reduce(0, { $0 << 8 | Int32($1) }) == Schema.applicationID,
      bytes.starts(with: "SQLite format 3\0".utf8) || bytes[21..<24].elementsEqual([64, 32, 32])
    {
      return true
    }
    // A text file may quote the definition of a table, but has no zero byte.
    return bytes.contains(0) && bytes.range(of: Data("CREATE TABLE snapshot_body (".utf8)) != nil
  }
}
