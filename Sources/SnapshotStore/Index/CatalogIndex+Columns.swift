import CampusCatalog
import CatalogQuery
import Foundation
import GRDB
import OpeningHours

extension CatalogIndex {
  func keep(campusesIn wanted: Set<CampusID>, of rows: inout RowSet, in database: Database) throws {
    let isWanted = campuses.map(wanted.contains)
    try keep(.campus, of: &rows, in: database) { (number: UInt16) in Int(number) < isWanted.count && isWanted[Int(number)] }
  }

  func keep(categoriesIn wanted: Set<CampusCatalog.Category>, of rows: inout RowSet, in database: Database) throws {
    let isWanted = CampusCatalog.Category.allCases.map(wanted.contains)
    try keep(.category, of: &rows, in: database) { (number: UInt8) in Int(number) < isWanted.count && isWanted[Int(number)] }
  }

  /// Keeps the rows whose hours are believed.
  func keep(believedBy rule: StatusRule, of rows: inout RowSet, in database: Database) throws {
    guard let trust = rule.trust else { return }
    let isBelieved = trusts.map { trust.tooOld($0, at: rule.instant) == nil }
    guard isBelieved.contains(false) else { return }
    try keep(.trust, of: &rows, in: database) { (number: UInt32) in Int(number) < isBelieved.count && isBelieved[Int(number)] }
  }

  private func keep<Value: BitwiseCopyable>(
    _ column: IndexSchema.Column, of rows: inout RowSet, in database: Database, where isWanted: (Value) -> Bool
  ) throws {
    try forEachValue(of: column, in: database) { (row, value: Value) in
      if rows.contains(row), !isWanted(value) { rows.remove(row) }
    }
  }

  /// Hands over the value of each row; a column that has fewer or more makes the index useless.
  func forEachValue<Value: BitwiseCopyable>(
    of column: IndexSchema.Column, in database: Database, _ body: (_ row: Int, Value) -> Void
  ) throws {
    let size = MemoryLayout<Value>.stride
    try forEachChunk(of: column.rawValue, in: database) { first, bytes in
      let values = min(IndexSchema.chunk, count - first)
      guard bytes.count == values * size else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index with a damaged column \(column.rawValue)")
      }
      for index in 0..<values { body(first + index, bytes.loadUnaligned(fromByteOffset: index &* size, as: Value.self)) }
    }
  }

  /// Hands over the rows of places that are open, with the second at which they close (`DayOpenings`).
  func forEachOpen(_ open: IndexQuestion.Open, in database: Database, _ body: (_ row: Int, _ closes: Int32) -> Void) throws {
    try forEachChunk(of: IndexSchema.openings(ofDay: open.day), in: database) { first, bytes in
      DayOpenings.forEach(in: bytes, openAt: open.second, through: open.through) { place, closes in
        if first + place < count { body(first + place, closes) }
      }
    }
  }

  /// Hands over all chunks of a part; one that is missing, or has no whole number of values, makes the index useless.
  func forEachChunk(of name: String, in database: Database, _ body: (_ first: Int, UnsafeRawBufferPointer) throws -> Void) throws {
    let chunks = try IndexFile.forEachChunk(of: name, in: database) { first, bytes in
      guard first < max(count, 1) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index with too much of \(name)") }
      try body(first, bytes)
    }
    guard chunks == (count + IndexSchema.chunk - 1) / IndexSchema.chunk else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index without all of \(name)")
    }
  }
}
