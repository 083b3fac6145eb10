import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import GRDBSQLite

extension IndexView {
  /// The rows that answer a search, the best first (`SearchRank`).
  ///
  /// In the order of names those whose names begin with the search follow each other, and those that are it come first. FTS5 gives the
  /// others in the order of rows, which is that of names for all but late rows.
  func search(_ search: SearchText, limit: Int, _ wanted: RowSet?) throws -> (rows: [Int], total: Int) {
    let names = try NameRange(of: search.joined, in: self)
    let isWanted = { (row: Int) in wanted?.contains(row) ?? true }
    var rows = try first(names, limit: limit, wanted)
    let words = try search.tokens.map { try expression($0) }.joined(separator: " AND ")

    var (first, late) = ([Int](), [Int]())
    let missing = limit - rows.count
    try match(words, .name) { row in
      if row >= order.base {
        if !names.contains(row), isWanted(row) { late.append(row) }
      } else if first.count < missing {
        if !names.contains(row), isWanted(row) { first.append(row) }
      } else {
        return order.late.isEmpty ? .stop : .skipToLate
      }
      return .goOn
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
    try match(words, .all) { row in
      guard isWanted(row) else { return .goOn }
      if counts { total += 1 }
      if row >= order.base {
        if !names.contains(row), !known.contains(row) { late.append(row) }
      } else if first.count < others, !names.contains(row), !known.contains(row) {
        first.append(row)
      }
      return counts || first.count < others ? .goOn : .stop
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

  /// What FTS5 is asked for the words that begin with a token: where they are few, these words.
  private func expression(_ token: String) throws -> String {
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

  private enum Step { case goOn, skipToLate, stop }

  /// Hands over the rows that match, ascending, until `body` has enough. There may be very many.
  private func match(_ expression: String, _ words: Words, _ body: (Int) -> Step) throws {
    guard try match(expression, words, from: 0, body) == .skipToLate else { return }
    _ = try match(expression, words, from: order.base, body)
  }

  private func match(_ expression: String, _ words: Words, from row: Int, _ body: (Int) -> Step) throws -> Step {
    let table = words.rawValue
    let condition = row > 0 ? "AND rowid >= \(row)" : ""
    let statement = try database.cachedStatement(sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ? \(condition) ORDER BY rowid")
    try statement.setArguments([expression])
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW:
        let step = body(Int(sqlite3_column_int64(handle, 0)))
        if step != .goOn { return step }
      case SQLITE_DONE: return .stop
      case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
      }
    }
  }
}

/// Where the names are that begin with a text.
private struct NameRange {
  /// Rows that the index was made with.
  let base: Range<Int>
  /// Positions in the list of late rows.
  let late: Range<Int>
  private let lateRows: Set<Int>

  /// - Parameter start: folded.
  init(of start: String, in view: IndexView) throws {
    let isAtOrBehind = { (name: String) in !name.utf8.lexicographicallyPrecedes(start.utf8) }
    let isBehind = { (name: String) in isAtOrBehind(name) && !name.utf8.starts(with: start.utf8) }
    let (first, end) = (try view.firstBase(where: isAtOrBehind), try view.firstBase(where: isBehind))
    let (firstLate, endLate) = (try view.firstLate(where: isAtOrBehind), try view.firstLate(where: isBehind))
    (base, late) = (first..<max(first, end), firstLate..<max(firstLate, endLate))
    lateRows = Set(view.order.late[late].map(\.row))
  }

  func contains(_ row: Int) -> Bool { base.contains(row) || lateRows.contains(row) }
}

extension IndexView {
  /// The first row of those that the index was made with whose folded name fulfils a condition that all later ones fulfil too, or one
  /// without a place before it; the number of these rows when there is none.
  fileprivate func firstBase(where isThere: (String) -> Bool) throws -> Int {
    var (low, high) = (0, order.base)
    while low < high {
      let middle = (low + high) / 2
      guard let row = try firstRow(from: middle, before: high) else {
        high = middle
        continue
      }
      if isThere(try NameSortKey(entry(row)).folded) { high = middle } else { low = row + 1 }
    }
    return low
  }

  /// The same for positions in the list of late rows.
  fileprivate func firstLate(where isThere: (String) -> Bool) throws -> Int {
    var (low, high) = (0, order.late.count)
    while low < high {
      let middle = (low + high) / 2
      if isThere(try NameSortKey(entry(order.late[middle].row)).folded) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
