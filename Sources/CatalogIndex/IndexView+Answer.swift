import CampusCatalog
import CatalogQuery
import OpeningHours

extension IndexView {
  /// Answers a query; nil if that needs a look at each place after all.
  func answer(_ query: IndexQuery) throws -> QueryResults<PlaceListing>? {
    let rule = query.rule
    let wanted = try wantedRows(query)
    let (rows, total): ([Int], Int)
    switch query.order {
    case .name: (rows, total) = (try firstByName(wanted, limit: query.limit), wanted?.count ?? count)
    case .closing(let open): (rows, total) = (try firstClosing(open, limit: query.limit, wanted), wanted?.count ?? count)
    case .rank(let search): (rows, total) = try self.search(search, limit: query.limit, wanted)
    case .distance(let near):
      guard let found = try nearest(near, limit: query.limit, wanted) else { return nil }
      return QueryResults(found.entries.map { rule.listing($0, distance: near.distance(of: $0)) }, total: found.total)
    }
    return QueryResults(try rows.map { rule.listing(try entry($0)) }, total: total)
  }

  /// Returns the rows that meet all conditions of a query; nil for all rows.
  private func wantedRows(_ query: IndexQuery) throws -> RowSet? {
    if query.open == nil, query.campuses.isEmpty, query.categories.isEmpty { return nil }
    var wanted = RowSet(capacity: capacity, isFull: query.open == nil)
    if let open = query.open {
      try forEachOpen(open) { row, _ in wanted.insert(row) }
    }
    try keep(groupsOf: query, of: &wanted)
    if !query.categories.isEmpty { try keep(categoriesIn: query.categories, of: &wanted) }
    return wanted
  }

  /// Returns the first rows in the order of names. They are among the first `limit` base rows and the first `limit` late rows.
  private func firstByName(_ wanted: RowSet?, limit: Int) throws -> [Int] {
    let first = try wanted.map { Array($0.prefix(limit).prefix { $0 < order.base }) } ?? rows(in: 0..<order.base, limit: limit)
    let late = order.late.lazy.map(\.row).filter { wanted?.contains($0) ?? true }
    return Array(order.sorted(first + late.prefix(limit)).prefix(limit))
  }

  /// Returns the rows of the places that close first, sorted by closing time, then by name.
  private func firstClosing(_ open: IndexQuery.Open, limit: Int, _ wanted: RowSet?) throws -> [Int] {
    var first: [(closes: Int32, key: UInt64, row: Int)] = []
    // Places that close later are not among the first.
    var bound = Int32.max
    func shrink() {
      first.sort { ($0.closes, $0.key) < ($1.closes, $1.key) }
      first = Array(first.prefix(limit))
      if first.count == limit, let last = first.last { bound = last.closes }
    }
    try forEachOpen(open) { row, closes in
      guard closes <= bound, wanted?.contains(row) ?? true else { return }
      first.append((closes, order.key(row), row))
      if first.count >= 8 * limit + 4096 { shrink() }
    }
    shrink()
    return first.map(\.row)
  }
}
