import CampusCatalog
import CatalogQuery
import OpeningHours

extension IndexView {
  /// Nil for a question that cannot be answered without a look at each place after all.
  func answer(_ question: IndexQuestion) throws -> QueryResults<PlaceListing>? {
    let rule = question.rule
    let wanted = try wantedRows(question)
    let (rows, total): ([Int], Int)
    switch question.order {
    case .name: (rows, total) = (try firstByName(wanted, limit: question.limit), wanted?.count ?? count)
    case .closing:
      guard let open = question.open, let wanted else { return nil }
      rows = try firstClosing(open, limit: question.limit, wanted)
      total = wanted.count
    case .rank:
      guard let search = question.search else { return nil }
      (rows, total) = try self.search(search, limit: question.limit, wanted)
    case .distance:
      guard let near = question.near, let found = try nearest(near, limit: question.limit, wanted) else { return nil }
      return QueryResults(found.entries.map { rule.listing($0, distance: near.distance(of: $0)) }, total: found.total)
    }
    return QueryResults(try rows.map { rule.listing(try entry($0)) }, total: total)
  }

  /// The rows that all conditions hold for; nil for all rows.
  private func wantedRows(_ question: IndexQuestion) throws -> RowSet? {
    if question.open == nil, question.campuses.isEmpty, question.categories.isEmpty { return nil }
    var wanted = RowSet(capacity: capacity, isFull: question.open == nil)
    if let open = question.open {
      try forEachOpen(open) { row, _ in wanted.insert(row) }
      try keep(believedBy: question.rule, of: &wanted)
    }
    if !question.campuses.isEmpty { try keep(campusesIn: question.campuses, of: &wanted) }
    if !question.categories.isEmpty { try keep(categoriesIn: question.categories, of: &wanted) }
    return wanted
  }

  private func firstByName(_ wanted: RowSet?, limit: Int) throws -> [Int] {
    let first = try wanted.map { Array($0.prefix(limit).prefix { $0 < order.base }) } ?? rows(in: 0..<order.base, limit: limit)
    let late = order.late.lazy.map(\.row).filter { wanted?.contains($0) ?? true }
    return Array(order.sorted(first + late.prefix(limit)).prefix(limit))
  }

  /// The rows that close first.
  private func firstClosing(_ open: IndexQuestion.Open, limit: Int, _ wanted: RowSet) throws -> [Int] {
    var first: [(closes: Int32, key: UInt64, row: Int)] = []
    // What closes after the last of the first is not among them.
    var bound = Int32.max
    func shrink() {
      first.sort { ($0.closes, $0.key) < ($1.closes, $1.key) }
      first = Array(first.prefix(limit))
      if first.count == limit, let last = first.last { bound = last.closes }
    }
    try forEachOpen(open) { row, closes in
      guard closes <= bound, wanted.contains(row) else { return }
      first.append((closes, order.key(row), row))
      if first.count >= 8 * limit + 4096 { shrink() }
    }
    shrink()
    return first.map(\.row)
  }
}
