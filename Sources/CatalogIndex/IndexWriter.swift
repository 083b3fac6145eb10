import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import GRDBSQLite

/// Writes the rows of an index, inside one transaction.
struct IndexWriter {
  let database: Database
  private var campuses: [String: Int] = [:]
  private var trusts: [String: Int] = [:]

  init(_ database: Database) throws {
    self.database = database
    for row in try Row.fetchAll(database, sql: "SELECT number, id FROM campus") { campuses[row[1]] = row[0] }
    for row in try Row.fetchAll(database, sql: "SELECT number, feeds FROM trust") { trusts[row[1]] = row[0] }
  }

  // MARK: - Numbers

  /// Returns the number of a campus. Adds the campus if it is new.
  mutating func number(of campus: CampusID) throws -> UInt16 {
    try Self.number(
      of: campus.description, in: &campuses, database, insert: "INSERT INTO campus (number, id, key, versions) VALUES (?, ?, '', x'')")
  }

  /// Returns the number of a set of feeds that provide hours. Adds the set if it is new.
  mutating func number(ofTrust feeds: String) throws -> UInt16 {
    try Self.number(of: feeds, in: &trusts, database, insert: "INSERT INTO trust (number, feeds) VALUES (?, ?)")
  }

  private static func number(
    of text: String, in numbers: inout [String: Int], _ database: Database, insert sql: String
  ) throws -> UInt16 {
    let known = numbers[text]
    let number = known ?? (numbers.values.max() ?? -1) + 1
    // The largest value marks rows without a place.
    guard (0..<Int(UInt16.max)).contains(number) else {
      throw DatabaseError(resultCode: .SQLITE_TOOBIG, message: "there are too many campuses or feeds for an index")
    }
    if known == nil { try database.execute(sql: sql, arguments: [number, text]) }
    numbers[text] = number
    return UInt16(number)
  }

  /// Returns the position of a category in the closed list, as the column stores it.
  static func number(of category: CampusCatalog.Category) -> UInt8 {
    UInt8(clamping: CampusCatalog.Category.allCases.firstIndex(of: category) ?? 0)
  }

  mutating func remove(_ campus: CampusID) throws {
    campuses[campus.description] = nil
    try database.execute(sql: "DELETE FROM campus WHERE id = ?", arguments: [campus.description])
  }

  // MARK: - Rows

  func write(_ name: IndexView.Meta, _ value: Data) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)").execute(arguments: [name.rawValue, value])
  }

  func write(_ name: IndexView.Meta, _ value: String) throws { try write(name, Data(value.utf8)) }

  func write(_ versions: [RowVersion], of campus: CampusID, key: String) throws {
    try database.cachedStatement(sql: "UPDATE campus SET key = ?, versions = ? WHERE id = ?")
      .execute(arguments: [key, versions.bytes, campus.description])
  }

  func write(_ name: String, chunk: Int, _ bytes: Data) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO part (name, chunk, bytes) VALUES (?, ?, ?)")
      .execute(arguments: [name, chunk, bytes])
  }

  func writePlace(_ row: Int, packed line: [UInt8]) throws {
    try run("INSERT OR REPLACE INTO place (row, line) VALUES (?, ?)", row, bytes: line)
  }

  func removePlace(_ row: Int) throws { try run("DELETE FROM place WHERE row = ?", row) }

  /// Adds the words of a place to both FTS5 tables. Its row must have none.
  func addWords(_ row: Int, of place: IndexedPlace) throws {
    try run("INSERT INTO name_word (rowid, words) VALUES (?, ?)", row, place.order.folded)
    try run("INSERT INTO word (rowid, words) VALUES (?, ?)", row, place.words)
  }

  /// Removes the words of a place. They must be the words that were added, because FTS5 does not store them.
  /// With other words, FTS5 would keep entries of the old ones (https://www.sqlite.org/fts5.html#the_delete_command).
  func removeWords(_ row: Int, of place: IndexedPlace) throws {
    try run("INSERT INTO name_word (name_word, rowid, words) VALUES ('delete', ?, ?)", row, place.order.folded)
    try run("INSERT INTO word (word, rowid, words) VALUES ('delete', ?, ?)", row, place.words)
  }

  func addTerms(_ words: Set<String>) throws {
    let statement = try database.cachedStatement(sql: "INSERT OR IGNORE INTO term (word) VALUES (?)")
    for word in words.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { try statement.execute(arguments: [word]) }
  }

  /// Adds a day whose openings are stored. Removes the oldest days beyond `IndexSchema.days`.
  func add(day: Int64) throws {
    try database.execute(sql: "INSERT INTO day (day, used) SELECT ?, coalesce(max(used), 0) + 1 FROM day", arguments: [day])
    let old = try Int64.fetchAll(database, sql: "SELECT day FROM day ORDER BY used DESC LIMIT -1 OFFSET ?", arguments: [IndexSchema.days])
    for day in old {
      try database.execute(sql: "DELETE FROM day WHERE day = ?", arguments: [day])
      try database.execute(sql: "DELETE FROM part WHERE name = ?", arguments: [IndexSchema.openings(ofDay: day)])
    }
  }

  /// Runs a statement without allocating a list of arguments, because there may be millions of rows.
  private func run(_ sql: String, _ row: Int, _ text: String? = nil, bytes: [UInt8]? = nil) throws {
    let statement = try database.cachedStatement(sql: sql)
    let handle = statement.sqliteStatement
    sqlite3_reset(handle)
    defer { sqlite3_reset(handle) }
    sqlite3_bind_int64(handle, 1, Int64(row))
    // `SQLITE_TRANSIENT`, which Swift does not import: SQLite copies the bytes.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    if var text {
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { _ = sqlite3_bind_text(handle, 2, $0.baseAddress, CInt($0.count), copies) }
      }
    }
    if let bytes { sqlite3_bind_blob(handle, 2, bytes, CInt(bytes.count), copies) }
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage) }
  }
}
