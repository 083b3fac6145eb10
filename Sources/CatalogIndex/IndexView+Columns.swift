import GRDB
import SnapshotStore

extension IndexView {
  /// Removes rows of other campuses than those of a query, and, if it is about open places, rows whose hours are too old to be trusted.
  ///
  /// The age is that of the feeds that provide the hours (`FreshnessLimit`), so it is decided once for each group, not for each place.
  func keep(groupsOf query: IndexQuery, of rows: inout [Bool]) throws {
    let freshness = query.open == nil ? nil : query.rule.freshness
    let isWanted = try groups().map { group in
      let isCampus = query.campuses.isEmpty || query.campuses.contains(group.campus)
      let feeds = group.feeds.split(separator: " ").compactMap { FeedID(String($0)) }
      return isCampus && freshness?.lastSeenIfTooOld(feeds, at: query.rule.instant) == nil
    }
    // A condition on campuses also removes rows without a place.
    if isWanted.contains(false) || !query.campuses.isEmpty { try keep(.group, of: &rows, where: isWanted, UInt32.self) }
  }

  /// Returns for each row whether its place is of one of these campuses; nil if there are none.
  func rows(of campuses: Set<CampusID>) throws -> [Bool]? {
    if campuses.isEmpty { return nil }
    var rows = [Bool](repeating: true, count: capacity)
    try keep(.group, of: &rows, where: try groups().map { campuses.contains($0.campus) }, UInt32.self)
    return rows
  }

  /// Returns the groups of places, in the order of their numbers.
  func groups() throws -> [PlaceGroup] {
    let rows = try database.rows("SELECT number, campus, feeds FROM place_group ORDER BY number") { row in
      (number: row.integer(), campus: CampusID(row.text()), feeds: row.text())
    }
    return try Array(rows).enumerated().map { index, row in
      guard row.number == index, let campus = row.campus else { throw Self.damage("group \(index)") }
      return PlaceGroup(campus: campus, feeds: row.feeds)
    }
  }

  /// Removes rows whose number in a column is not wanted.
  func keep<Number: FixedWidthInteger & BitwiseCopyable>(
    _ column: IndexSchema.Column, of rows: inout [Bool], where isWanted: [Bool], _: Number.Type
  ) throws {
    try forEachValue(of: column) { (row, number: Number) in
      if rows[row], Int(number) >= isWanted.count || !isWanted[Int(number)] { rows[row] = false }
    }
  }

  /// Calls `body` with the value of each row.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the column does not have exactly one value for each row.
  func forEachValue<Value: BitwiseCopyable>(of column: IndexSchema.Column, _ body: (_ row: Int, Value) -> Void) throws {
    try forEachChunk(of: column.rawValue) { first, bytes in
      guard bytes.count == min(IndexSchema.chunk, capacity - first) * MemoryLayout<Value>.stride else {
        throw Self.damage("column \(column.rawValue)")
      }
      bytes.forEachValue { body(first + $0, $1) }
    }
  }

  /// Calls `body` with the rows of places that are open and do not close too early, and the second at which they close (`DayOpening`).
  /// An opening that never ends always lasts long enough.
  func forEachOpen(_ open: IndexQuery.Open, _ body: (_ row: Int, _ closes: Int32) -> Void) throws {
    try forEachChunk(of: IndexSchema.openings(ofDay: open.day)) { first, bytes in
      bytes.forEachValue { (_, opening: DayOpening) in
        let row = first + Int(opening.place)
        guard opening.start <= open.second, opening.end > open.second, Int64(opening.end) >= open.through || opening.end == .max,
          row < capacity
        else { return }
        body(row, opening.end)
      }
    }
  }

  /// Calls `body` with the chunks of a part in order, without copying them, and with the first row of each.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a chunk is missing.
  private func forEachChunk(of name: String, _ body: (_ first: Int, UnsafeRawBufferPointer) throws -> Void) throws {
    let rows = try database.rows("SELECT chunk, bytes FROM part WHERE name = ? ORDER BY chunk", [name]) { ($0.integer(), $0.bytes()) }
    var next = 0
    while let (chunk, bytes) = try rows.next() {
      guard chunk == next, next * IndexSchema.chunk < capacity else { throw Self.damage(name) }
      try body(next * IndexSchema.chunk, bytes)
      next += 1
    }
    guard next == (capacity + IndexSchema.chunk - 1) / IndexSchema.chunk else { throw Self.damage(name) }
  }
}
