import CampusCatalog
import CatalogQuery
import Foundation
import GRDB

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
    let words = search.tokens.map { "\"\($0)\"*" }.joined(separator: " AND ")
    var inName: Set<Int> = []
    try match("name : (\(words))", in: database) { row in
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
    try match(words, in: database) { row in
      guard wanted?.contains(row) ?? true else { return true }
      if wanted != nil { total += 1 }
      if rows.count < limit, !(first..<end).contains(row), !inName.contains(row) { rows.append(row) }
      return wanted != nil || rows.count < limit
    }
    return (rows, total)
  }

  /// Hands over the rows that match, ascending, until `body` says false.
  private func match(_ expression: String, in database: Database, _ body: (Int) -> Bool) throws {
    let statement = try database.cachedStatement(sql: "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid")
    let rows = try Int.fetchCursor(statement, arguments: [expression])
    while let row = try rows.next() {
      guard body(row - 1) else { return }
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
