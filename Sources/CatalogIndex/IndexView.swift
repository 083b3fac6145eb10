import Foundation
import GRDB

/// The contents of an index in one transaction.
struct IndexView {
  let database: Database
  /// The `IndexKey.text` of the data that the index was built from.
  let key: String
  /// The `IndexKey.edition` of the data that the index was built from.
  let edition: String
  /// The number of places.
  let count: Int
  /// The number of rows, including those whose places are gone.
  let capacity: Int
  let order: RowOrder
  let packer: LinePacker

  /// Reads the index; nil if it was never finished.
  init?(_ database: Database) throws {
    let statement = try database.cachedStatement(sql: "SELECT key, edition, places, capacity, base, late FROM meta")
    guard let row = try Row.fetchOne(statement) else { return nil }
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
      guard let value = Value.fromDatabaseValue(row[column]) else { throw Self.damage("meta") }
      return value
    }
    let (places, rows, base): (Int, Int, Int) = (try value(2), try value(3), try value(4))
    guard places >= 0, base >= 0, base <= rows, let late = [RowOrder.LateRow](stored: try value(5)),
      late.allSatisfy({ (base..<rows).contains($0.row) && (0...base).contains($0.next) })
    else { throw Self.damage("meta") }
    self.database = database
    (key, edition, count, capacity) = (try value(0), try value(1), places, rows)
    order = RowOrder(base: base, late: late)
    guard let dictionary = try Data.fetchOne(database.cachedStatement(sql: "SELECT bytes FROM dictionary")) else {
      throw Self.damage("dictionary")
    }
    packer = try LinePacker(dictionary: dictionary)
  }

  static func damage(_ what: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index with a damaged \(what)")
  }

  // MARK: - Places

  /// Returns the entry in a row.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the row has no place, or its line is damaged.
  func entry(_ row: Int) throws -> Entry {
    let statement = try database.cachedStatement(sql: "SELECT line FROM place WHERE row = ?")
    guard let line = try Data.fetchOne(statement, arguments: [row]) else { throw Self.damage("row \(row)") }
    return try packer.entry(line)
  }

  /// Returns the first base row whose place meets a condition that all later ones meet too, or a row without a place just before it; the
  /// number of base rows if there is none.
  func firstBase(where matches: (_ row: Int) throws -> Bool) throws -> Int {
    try (0..<order.base).partitioningIndex { try rows(in: $0..<order.base, limit: 1).first.map(matches) ?? true }
  }

  /// Returns the first rows in a range that have places, ascending.
  func rows(in range: Range<Int>, limit: Int) throws -> [Int] {
    let statement = try database.cachedStatement(sql: "SELECT row FROM place WHERE row >= ? AND row < ? ORDER BY row LIMIT ?")
    return try Int.fetchAll(statement, arguments: [range.lowerBound, range.upperBound, limit])
  }

  /// Whether the openings of a UTC day are stored. The day is a number of days since 1970-01-01.
  func hasOpenings(ofDay day: Int64) throws -> Bool {
    try Bool.fetchOne(database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM day WHERE day = ?)"), arguments: [day]) ?? false
  }
}
