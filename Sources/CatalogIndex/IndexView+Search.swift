import GRDB
import SnapshotStore

extension IndexView {
  /// Returns the rows that match a search, the best first (`SearchRank`).
  ///
  /// Names that begin with the search text are adjacent in the order of names, and names that are equal to it come first. FTS5 returns the
  /// other matches in the order of rows, which is the order of names except for late rows.
  /// - Parameter wanted: for each row whether it may be returned; nil for all.
  func search(_ search: SearchText, limit: Int, _ wanted: [Bool]?) throws -> (rows: [Int], total: Int) {
    let names = try NameRange(of: search.joined, in: self)
    let words = try search.tokens.map { try expression($0) }.joined(separator: " AND ")
    let isWanted = { (row: Int) in wanted?[row] ?? true }
    var rows = try first(names.base, late: names.late, limit: limit, wanted)
    rows += try matches(words, in: "name_word", limit: limit - rows.count, visitsAll: !order.late.isEmpty) { row in
      isWanted(row) && !names.contains(row)
    }
    let known = Set(rows)
    let counts = wanted != nil || !order.late.isEmpty
    var total = 0
    if !counts { total = try database.integer("SELECT count(*) FROM word WHERE word MATCH ?", [words]) ?? 0 }
    rows += try matches(words, in: "word", limit: limit - rows.count, visitsAll: counts) { row in
      guard isWanted(row) else { return false }
      if counts { total += 1 }
      return !names.contains(row) && !known.contains(row)
    }
    return (rows, total)
  }

  /// Returns the words of a search that begin no word of the places of these campuses, with similar words (`SimilarWords.of`).
  ///
  /// `term` may have words of places that are gone, or of other campuses: each word that counts is searched for.
  func similarWords(to search: SearchText, campuses: Set<CampusID>) throws -> [SimilarWords] {
    var finders = SimilarWords.finders(search)
    let terms = try database.rows("SELECT word FROM term") { $0.text() }
    while let word = try terms.next() {
      for index in finders.indices { finders[index].look(at: word) }
    }
    let wanted = try rows(of: campuses)
    func isFound(_ expression: String) throws -> Bool {
      let rows = try database.rows("SELECT rowid FROM word WHERE word MATCH ?", [expression]) { $0.integer() }
      while let row = try rows.next() {
        if wanted?[row] ?? true { return true }
      }
      return false
    }
    return try finders.compactMap { finder in
      if finder.isKnown, try isFound(expression(finder.word)) { return nil }
      var similar: [String] = []
      for word in finder.similar where similar.count < SimilarWords.limit {
        if try isFound("\"\(word)\"") { similar.append(word) }
      }
      return SimilarWords(finder.word, similar: similar)
    }
  }

  /// Returns the FTS5 expression for the words that begin with a token: the words themselves if they are few, otherwise a prefix query.
  private func expression(_ token: String) throws -> String {
    let most = 16
    guard token.unicodeScalars.count > 3 else { return "\"\(token)\"*" }
    let next = try database.rows("SELECT word FROM term WHERE word >= ? ORDER BY word LIMIT ?", [token, most + 1]) { $0.text() }
    let words = try Array(next).prefix { $0.utf8.starts(with: token.utf8) }
    if words.isEmpty || words.count > most { return "\"\(token)\"*" }
    return "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
  }

  /// Returns the first rows that match an expression, in the order of names.
  ///
  /// - Parameters:
  ///   - table: an FTS5 table: `name_word` has the words of names only, `word` all words that a search considers.
  ///   - visitsAll: whether to look at all matches: late rows come after all base rows.
  private func matches(
    _ expression: String, in table: String, limit: Int, visitsAll: Bool, where isNeeded: (Int) -> Bool
  ) throws -> [Int] {
    var (base, late) = ([Int](), [Int]())
    let found = try database.rows("SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid", [expression]) { $0.integer() }
    while visitsAll || base.count < limit, let row = try found.next() {
      guard isNeeded(row) else { continue }
      if row >= order.base { late.append(row) } else if base.count < limit { base.append(row) }
    }
    return Array(order.sorted(base + late).prefix(limit))
  }
}

/// The rows of names that begin with a text.
private struct NameRange {
  let base: Range<Int>
  /// The late rows, as positions in their list.
  let late: Range<Int>
  private let lateRows: Set<Int>

  /// - Parameter start: the folded text.
  init(of start: String, in view: IndexView) throws {
    /// Returns the first of the base rows and of the late rows from which on the names meet a condition.
    func bounds(_ isMatch: (_ name: String.UTF8View) -> Bool) throws -> (base: Int, late: Int) {
      func matches(_ row: Int) throws -> Bool { isMatch(NameSortKey(try view.entry(row)).folded.utf8) }
      return (try view.firstBase(where: matches), try view.order.late.partitioningIndex { try matches($0.row) })
    }
    let first = try bounds { !$0.lexicographicallyPrecedes(start.utf8) }
    let end = try bounds { !$0.lexicographicallyPrecedes(start.utf8) && !$0.starts(with: start.utf8) }
    (base, late) = (first.base..<max(first.base, end.base), first.late..<max(first.late, end.late))
    lateRows = Set(view.order.late[late].map(\.row))
  }

  func contains(_ row: Int) -> Bool { base.contains(row) || lateRows.contains(row) }
}
