import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import GRDBSQLite

extension CatalogIndex {
  /// The rows that answer a search, the best first (`SearchRank`).
  ///
  /// Rows stand in the order of names: those whose names begin with the search follow each other, and those that are it come
  /// first. FTS5 gives the others in the order of rows.
  func search(_ search: SearchText, limit: Int, _ wanted: RowSet?, in database: Database) throws -> (rows: [Int], total: Int) {
    let start = search.joined
    let first = try firstRow(in: database) { !$0.utf8.lexicographicallyPrecedes(start.utf8) }
    let end = try firstRow(in: database) { !$0.utf8.lexicographicallyPrecedes(start.utf8) && !$0.utf8.starts(with: start.utf8) }
    var rows: [Int] = []
    for row in first..<end where rows.count < limit && wanted?.contains(row) ?? true { rows.append(row) }
    let words = try search.tokens.map { try expression($0, in: database) }.joined(separator: " AND ")
    var inName: Set<Int> = []
    try match(words, .name, in: database) { row in
      guard rows.count < limit else { return false }
      if !(first..<end).contains(row), wanted?.contains(row) ?? true {
        rows.append(row)
        inName.insert(row)
      }
      return true
    }
    var total = 0
    if wanted == nil {
      total = try Int.fetchOne(database, sql: "SELECT count(*) FROM word WHERE word MATCH ?", arguments: [words]) ?? 0
    }
    try match(words, .all, in: database) { row in
      guard wanted?.contains(row) ?? true else { return true }
      if wanted != nil { total += 1 }
      if rows.count < limit, !(first..<end).contains(row), !inName.contains(row) { rows.append(row) }
      return wanted != nil || rows.count < limit
    }
    return (rows, total)
  }

  /// What FTS5 is asked for the words that begin with a token: where they are few, these words.
  private func expression(_ token: String, in database: Database) throws -> String {
    let most = 16
    guard token.unicodeScalars.count > 3 else { return "\"\(token)\"*" }
    let statement = try database.cachedStatement(sql: "SELECT word FROM term WHERE word >= ? ORDER BY word LIMIT ?")
    let words = try String.fetchAll(statement, arguments: [token, most + 1]).prefix { $0.utf8.starts(with: token.utf8) }
    if words.isEmpty || words.count > most { return "\"\(token)\"*" }
    return "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
  }

  /// The words of names alone, or those of all that a search looks at.
  private enum Words: String {
    case name = "name_word"
    case all = "word"
  }

  /// Hands over the rows that match, ascending, until `body` says false. There may be very many.
  private func match(_ expression: String, _ words: Words, in database: Database, _ body: (Int) -> Bool) throws {
    let table = words.rawValue
    let statement = try database.cachedStatement(sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid")
    try statement.setArguments([expression])
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: guard body(Int(sqlite3_column_int64(handle, 0)) - 1) else { return }
      case SQLITE_DONE: return
      default: throw DatabaseError(resultCode: .SQLITE_ERROR, message: database.lastErrorMessage)
      }
    }
  }

  /// The first row whose folded name fulfils a condition that all later ones fulfil too; the number of rows when there is none.
  private func firstRow(in database: Database, where isThere: (String) -> Bool) throws -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isThere(try NameOrder(entry(middle, in: database)).folded) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
