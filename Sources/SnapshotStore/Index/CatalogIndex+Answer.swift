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
    var closing: [(closes: Int32, row: Int)] = []
    let wanted = try wantedRows(question, in: database, &closing)
    let (rows, total): ([Int], Int)
    switch question.order {
    case .name: (rows, total) = (wanted?.prefix(question.limit) ?? Array(0..<min(count, question.limit)), wanted?.count ?? count)
    case .closing:
      total = closing.count
      rows = closing.sorted { ($0.closes, $0.row) < ($1.closes, $1.row) }.prefix(question.limit).map(\.row)
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
  private func wantedRows(
    _ question: IndexQuestion, in database: Database, _ closing: inout [(closes: Int32, row: Int)]
  ) throws -> RowSet? {
    if question.open == nil, question.campuses.isEmpty, question.categories.isEmpty { return nil }
    var wanted = RowSet(capacity: count, isFull: true)
    if let open = question.open { wanted = try openRows(open, in: database) { closing.append(($1, $0)) } }
    if !question.campuses.isEmpty { try keep(campusesIn: question.campuses, of: &wanted, in: database) }
    if !question.categories.isEmpty { try keep(categoriesIn: question.categories, of: &wanted, in: database) }
    if question.open != nil { try keep(believedBy: question.rule, of: &wanted, in: database) }
    closing.removeAll { !wanted.contains($0.row) }
    return wanted
  }

  func entry(_ row: Int, in database: Database) throws -> Entry {
    let statement = try database.cachedStatement(sql: "SELECT line FROM place WHERE row = ?")
    guard let line = try Data.fetchOne(statement, arguments: [row + 1]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index without its row \(row + 1)")
    }
    return try IndexFile.entry(line)
  }
}
