import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import OpeningHours
import SnapshotStore

extension IndexView {
  /// Returns the rows that match a search, the best first (`SearchRank`).
  ///
  /// Names that begin with the search text are adjacent in the order of names, and names that are equal to it come first. FTS5 returns the
  /// other matches in the order of rows, which is the order of names except for late rows.
  /// - Parameters:
  ///   - limit: the maximum number of rows.
  ///   - wanted: the rows that may be returned; nil for all.
  /// - Returns: the rows, and the number of all matches.
  func search(_ search: SearchText, limit: Int, _ wanted: RowSet?) throws -> (rows: [Int], total: Int) {
    let names = try NameRange(of: search.joined, in: self)
    let isWanted = { (row: Int) in wanted?.contains(row) ?? true }
    var rows = try first(names, limit: limit, wanted)
    let words = try search.tokens.map { try expression($0) }.joined(separator: " AND ")

    var (first, late) = ([Int](), [Int]())
    let missing = limit - rows.count
    try match(words, in: "name_word") { row in
      guard row < order.base, first.count < missing else { return false }
      if !names.contains(row), isWanted(row) { first.append(row) }
      return true
    }
    if !order.late.isEmpty {
      try match(words, in: "name_word", from: order.base) { row in
        if !names.contains(row), isWanted(row) { late.append(row) }
        return true
      }
    }
    let inName = order.sorted(first + late).prefix(missing)
    rows += inName

    var total = 0
    if wanted == nil, order.late.isEmpty {
      let statement = try database.cachedStatement(sql: "SELECT count(*) FROM word WHERE word MATCH ?")
      total = try Int.fetchOne(statement, arguments: [words]) ?? 0
    }
    let counts = wanted != nil || !order.late.isEmpty
    let others = limit - rows.count
    let known = Set(inName)
    (first, late) = ([], [])
    try match(words, in: "word") { row in
      guard isWanted(row) else { return true }
      if counts { total += 1 }
      if row >= order.base {
        if !names.contains(row), !known.contains(row) { late.append(row) }
      } else if first.count < others, !names.contains(row), !known.contains(row) {
        first.append(row)
      }
      return counts || first.count < others
    }
    rows += order.sorted(first + late).prefix(others)
    return (rows, total)
  }

  /// The first rows of a range of names.
  private func first(_ names: NameRange, limit: Int, _ wanted: RowSet?) throws -> [Int] {
    let base: [Int]
    if let wanted {
      base = Array(names.base.lazy.filter(wanted.contains).prefix(limit))
    } else {
      base = try rows(in: names.base, limit: limit)
    }
    let late = order.late[names.late].lazy.map(\.row).filter { wanted?.contains($0) ?? true }.prefix(limit)
    return Array(order.sorted(base + late).prefix(limit))
  }

  /// Returns the FTS5 expression for the words that begin with a token: the words themselves if they are few, otherwise a prefix query.
  private func expression(_ token: String) throws -> String {
    let most = 16
    guard token.unicodeScalars.count > 3 else { return "\"\(token)\"*" }
    let statement = try database.cachedStatement(sql: "SELECT word FROM term WHERE word >= ? ORDER BY word LIMIT ?")
    let words = try String.fetchAll(statement, arguments: [token, most + 1]).prefix { $0.utf8.starts(with: token.utf8) }
    if words.isEmpty || words.count > most { return "\"\(token)\"*" }
    return "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
  }

  /// Calls `body` with the rows that match, ascending, until it returns false.
  ///
  /// - Parameters:
  ///   - table: an FTS5 table: `name_word` has the words of names only, `word` all words that a search considers.
  ///   - first: the first row.
  private func match(_ expression: String, in table: String, from first: Int = 0, _ body: (Int) -> Bool) throws {
    let condition = first > 0 ? "AND rowid >= \(first)" : ""
    let sql = "SELECT rowid FROM \(table) WHERE \(table) MATCH ? \(condition) ORDER BY rowid"
    let rows = try database.rows(sql, [expression]) { $0.integer() }
    while let row = try rows.next(), body(row) {}
  }
}

/// The rows of names that begin with a text.
private struct NameRange {
  /// The base rows.
  let base: Range<Int>
  /// The late rows, as positions in their list.
  let late: Range<Int>
  private let lateRows: Set<Int>

  /// - Parameter start: the folded text.
  init(of start: String, in view: IndexView) throws {
    func isAtOrAfter(_ row: Int) throws -> Bool { !(try view.name(row)).utf8.lexicographicallyPrecedes(start.utf8) }
    func isAfter(_ row: Int) throws -> Bool {
      let name = try view.name(row)
      return !name.utf8.lexicographicallyPrecedes(start.utf8) && !name.utf8.starts(with: start.utf8)
    }
    let (first, end) = (try view.firstBase(where: isAtOrAfter), try view.firstBase(where: isAfter))
    let firstLate = try view.order.late.partitioningIndex { try isAtOrAfter($0.row) }
    let endLate = try view.order.late.partitioningIndex { try isAfter($0.row) }
    (base, late) = (first..<max(first, end), firstLate..<max(firstLate, endLate))
    lateRows = Set(view.order.late[late].map(\.row))
  }

  func contains(_ row: Int) -> Bool { base.contains(row) || lateRows.contains(row) }
}

extension IndexView {
  /// Returns the folded name of the place in a row.
  fileprivate func name(_ row: Int) throws -> String { NameSortKey(try entry(row)).folded }
}
