import CampusCatalog
public import CatalogQuery
public import FeedCore
import Foundation
import GRDB
import OpeningHours

extension CatalogIndex {
  /// The answer to a question, if it is of a kind that the index can tell without reading all places; else nil.
  ///
  /// Told are: names, searches and distances, each with campuses, categories, open places and how long they stay open; and what
  /// closes first, of open places.
  ///
  /// - Throws: `StoreError` when the file is damaged or can not be read: then it is of no use.
  public func answer(_ query: PlaceQuery, by rule: StatusRule) throws(StoreError) -> Answer<PlaceListing>? {
    guard let question = IndexQuestion(query, by: rule) else { return nil }
    do {
      if let open = question.open, try !prepareOpenings(ofDay: open.day) { return nil }
      return try database.read { database in try answer(question, in: database) }
    } catch {
      throw StoreError(error, at: database.path)
    }
  }

  private func answer(_ question: IndexQuestion, in database: Database) throws -> Answer<PlaceListing>? {
    let rule = question.rule
    let wanted = try wantedRows(question, in: database)
    let (rows, total): ([Int], Int)
    switch question.order {
    case .name: (rows, total) = (wanted?.prefix(question.limit) ?? Array(0..<min(count, question.limit)), wanted?.count ?? count)
    case .closing:
      guard let open = question.open, let wanted else { return nil }
      rows = try firstClosing(open, limit: question.limit, wanted, in: database)
      total = wanted.count
    case .rank:
      guard let search = question.search else { return nil }
      (rows, total) = try self.search(search, limit: question.limit, wanted, in: database)
    case .distance:
      guard let near = question.near, let found = try nearest(near, limit: question.limit, wanted, in: database) else { return nil }
      return Answer(found.entries.map { rule.listing($0, distance: near.distance(of: $0)) }, total: found.total)
    }
    return Answer(try rows.map { rule.listing(try entry($0, in: database)) }, total: total)
  }

  /// The rows that all conditions hold for; nil for all rows.
  private func wantedRows(_ question: IndexQuestion, in database: Database) throws -> RowSet? {
    if question.open == nil, question.campuses.isEmpty, question.categories.isEmpty { return nil }
    var wanted = RowSet(capacity: count, isFull: question.open == nil)
    if let open = question.open {
      try forEachOpen(open, in: database) { row, _ in wanted.insert(row) }
      try keep(believedBy: question.rule, of: &wanted, in: database)
    }
    if !question.campuses.isEmpty { try keep(campusesIn: question.campuses, of: &wanted, in: database) }
    if !question.categories.isEmpty { try keep(categoriesIn: question.categories, of: &wanted, in: database) }
    return wanted
  }

  /// The rows that close first.
  private func firstClosing(_ open: IndexQuestion.Open, limit: Int, _ wanted: RowSet, in database: Database) throws -> [Int] {
    var first: [(closes: Int32, row: Int)] = []
    // What closes after the last of the first is not among them.
    var bound = Int32.max
    func shrink() {
      first.sort { ($0.closes, $0.row) < ($1.closes, $1.row) }
      first = Array(first.prefix(limit))
      if first.count == limit, let last = first.last { bound = last.closes }
    }
    try forEachOpen(open, in: database) { row, closes in
      guard closes <= bound, wanted.contains(row) else { return }
      first.append((closes, row))
      if first.count >= 8 * limit + 4096 { shrink() }
    }
    shrink()
    return first.map(\.row)
  }

  func entry(_ row: Int, in database: Database) throws -> Entry {
    let statement = try database.cachedStatement(sql: "SELECT line FROM place WHERE row = ?")
    guard let line = try Data.fetchOne(statement, arguments: [row + 1]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index without its row \(row + 1)")
    }
    return try IndexFile.entry(line)
  }
}
