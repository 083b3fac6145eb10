extension IndexView {
  /// Answers a query; nil if that requires examining each place after all.
  func answer(_ query: IndexQuery) throws -> QueryResults<PlaceListing>? {
    let rule = query.rule
    let wanted = try wantedRows(query)
    let wantedCount = wanted?.count { $0 } ?? count
    let (rows, total): ([Int], Int)
    switch query.order {
    case .name:
      rows = try first(0..<order.base, late: order.late.indices, limit: query.limit, wanted)
      total = wantedCount
    case .closing(let open): (rows, total) = (try firstClosing(open, limit: query.limit, wanted), wantedCount)
    case .rank(let search): (rows, total) = try self.search(search, limit: query.limit, wanted)
    case .distance(let near):
      guard let found = try nearest(near, limit: query.limit, wanted) else { return nil }
      var results = QueryResults(found.entries.map { rule.listing($0, distance: near.distance(of: $0)) }, total: found.total)
      results.beyond = found.beyond
      results.withoutPosition = wantedCount - found.total - found.beyond
      return results
    }
    return QueryResults(try rows.map { rule.listing(try entry($0)) }, total: total)
  }

  /// Returns for each row whether it meets all conditions of a query; nil if all do.
  private func wantedRows(_ query: IndexQuery) throws -> [Bool]? {
    if query.open == nil, query.campuses.isEmpty, query.categories.isEmpty { return nil }
    var wanted = [Bool](repeating: query.open == nil, count: capacity)
    if let open = query.open {
      try forEachOpen(open) { row, _ in wanted[row] = true }
    }
    try keep(groupsOf: query, of: &wanted)
    if !query.categories.isEmpty {
      try keep(.category, of: &wanted, where: CampusCatalog.Category.allCases.map(query.categories.contains), UInt8.self)
    }
    return wanted
  }

  /// Returns the first rows of some base rows and some late rows, in the order of names.
  func first(_ base: Range<Int>, late: Range<Int>, limit: Int, _ wanted: [Bool]?) throws -> [Int] {
    let first = try wanted.map { wanted in Array(base.lazy.filter { wanted[$0] }.prefix(limit)) } ?? rows(in: base, limit: limit)
    let late = order.late[late].lazy.map(\.row).filter { wanted?[$0] ?? true }.prefix(limit)
    return Array(order.sorted(first + late).prefix(limit))
  }

  /// Returns the rows of the places that close first, sorted by closing time, then by name.
  private func firstClosing(_ open: IndexQuery.Open, limit: Int, _ wanted: [Bool]?) throws -> [Int] {
    var first: [(closes: Int32, key: UInt64, row: Int)] = []
    // Places that close later are not among the first.
    var bound = Int32.max
    func shrink() {
      first.sort { ($0.closes, $0.key) < ($1.closes, $1.key) }
      first = Array(first.prefix(limit))
      if first.count == limit, let last = first.last { bound = last.closes }
    }
    try forEachOpen(open) { row, closes in
      guard closes <= bound, wanted?[row] ?? true else { return }
      first.append((closes, order.key(row), row))
      if first.count >= 8 * limit + 4096 { shrink() }
    }
    shrink()
    return first.map(\.row)
  }
}
