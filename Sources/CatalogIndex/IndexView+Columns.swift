import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import OpeningHours

extension IndexView {
  /// Removes rows of other campuses.
  func keep(campusesIn wanted: Set<CampusID>, of rows: inout RowSet) throws {
    let isWanted = try table("SELECT number, id FROM campus ORDER BY number") { CampusID($0).map(wanted.contains) ?? false }
    try keep(.campus, of: &rows, where: isWanted, UInt16.self)
  }

  /// Removes rows of other categories.
  func keep(categoriesIn wanted: Set<CampusCatalog.Category>, of rows: inout RowSet) throws {
    try keep(.category, of: &rows, where: CampusCatalog.Category.allCases.map(wanted.contains), UInt8.self)
  }

  /// Removes rows whose hours are too old to be trusted.
  /// The age is that of the feeds that provide the hours (`FreshnessLimit`), so it is decided once for each set of feeds, not for
  /// each place.
  func keep(trustedBy rule: StatusRule, of rows: inout RowSet) throws {
    guard let freshness = rule.freshness else { return }
    let isTrusted = try table("SELECT number, feeds FROM trust ORDER BY number") { feeds in
      freshness.lastSeenIfTooOld(feeds.split(separator: " ").compactMap { FeedID(String($0)) }, at: rule.instant) == nil
    }
    if isTrusted.contains(false) { try keep(.trust, of: &rows, where: isTrusted, UInt16.self) }
  }

  /// Returns whether the text of each number is wanted; false for unused numbers.
  private func table(_ sql: String, _ isWanted: (String) -> Bool) throws -> [Bool] {
    var table: [Bool] = []
    for row in try Row.fetchAll(database.cachedStatement(sql: sql)) {
      let number: Int = row[0]
      table += repeatElement(false, count: max(0, number - table.count))
      table.append(isWanted(row[1]))
    }
    return table
  }

  /// Removes rows whose number in a column is not wanted.
  private func keep<Number: FixedWidthInteger & BitwiseCopyable>(
    _ column: IndexSchema.Column, of rows: inout RowSet, where isWanted: [Bool], _: Number.Type
  ) throws {
    try forEachValue(of: column) { (row, number: Number) in
      if rows.contains(row), Int(number) >= isWanted.count || !isWanted[Int(number)] { rows.remove(row) }
    }
  }

  /// Calls `body` with the value of each row.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the column does not have exactly one value for each row.
  func forEachValue<Value: BitwiseCopyable>(of column: IndexSchema.Column, _ body: (_ row: Int, Value) -> Void) throws {
    let size = MemoryLayout<Value>.stride
    try forEachChunk(of: column.rawValue) { first, bytes in
      let values = min(IndexSchema.chunk, capacity - first)
      guard bytes.count == values * size else { throw Self.damage("column \(column.rawValue)") }
      for index in 0..<values { body(first + index, bytes.loadUnaligned(fromByteOffset: index &* size, as: Value.self)) }
    }
  }

  /// Calls `body` with the rows of places that are open and the second at which they close (`DayOpenings`).
  func forEachOpen(_ open: IndexQuery.Open, _ body: (_ row: Int, _ closes: Int32) -> Void) throws {
    try forEachChunk(of: IndexSchema.openings(ofDay: open.day)) { first, bytes in
      DayOpenings.forEach(in: bytes, openAt: open.second, through: open.through) { place, closes in
        if first + place < capacity { body(first + place, closes) }
      }
    }
  }

  /// Calls `body` with the chunks of a part in order, without copying them, and with the first row of each.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a chunk is missing.
  private func forEachChunk(of name: String, _ body: (_ first: Int, UnsafeRawBufferPointer) throws -> Void) throws {
    let statement = try database.cachedStatement(sql: "SELECT chunk, bytes FROM part WHERE name = ? ORDER BY chunk")
    let rows = try Row.fetchCursor(statement, arguments: [name])
    var next = 0
    while let row = try rows.next() {
      guard row[0] == next, next * IndexSchema.chunk < capacity else { throw Self.damage(name) }
      try row.withUnsafeData(atIndex: 1) { data in
        try (data ?? Data()).withUnsafeBytes { try body(next * IndexSchema.chunk, $0) }
      }
      next += 1
    }
    guard next == (capacity + IndexSchema.chunk - 1) / IndexSchema.chunk else { throw Self.damage(name) }
  }
}
