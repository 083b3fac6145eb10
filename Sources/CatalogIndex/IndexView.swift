import CampusCatalog
import FeedKit
import Foundation
import GRDB
import OpeningHours

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
    guard let key = try Self.meta(.key, in: database) else { return nil }
    func number(_ name: Meta) throws -> Int {
      guard let number = Int(String(decoding: try Self.required(name, in: database), as: UTF8.self)), number >= 0 else {
        throw Self.damage(name.rawValue)
      }
      return number
    }
    self.database = database
    self.key = String(decoding: key, as: UTF8.self)
    edition = String(decoding: try Self.required(.edition, in: database), as: UTF8.self)
    (count, capacity) = (try number(.places), try number(.rows))
    guard let order = RowOrder(base: try number(.base), try Self.required(.late, in: database)) else { throw Self.damage("late") }
    self.order = order
    packer = try LinePacker(dictionary: try Self.required(.dictionary, in: database))
  }

  /// Begins an index in a file without rows. It is finished by an `IndexUpdate`.
  init(creating key: IndexKey, dictionary: Data, in database: Database) throws {
    let writer = try IndexWriter(database)
    try writer.write(.dictionary, dictionary)
    try writer.write(.edition, key.edition)
    self.database = database
    self.key = ""
    edition = key.edition
    (count, capacity, order) = (0, 0, RowOrder(base: 0, late: []))
    packer = try LinePacker(dictionary: dictionary)
  }

  /// The names of the values in the table `meta`.
  enum Meta: String {
    /// `IndexKey.text`
    case key
    /// `IndexKey.edition`
    case edition
    /// The number of places.
    case places
    /// The number of rows, including those whose places are gone.
    case rows
    /// The number of base rows (`IndexSchema`).
    case base
    /// The list of late rows (`RowOrder`).
    case late
    /// The zstd dictionary of the lines (`LinePacker`).
    case dictionary
  }

  /// Returns a value of the table `meta`; nil if there is none.
  static func meta(_ name: Meta, in database: Database) throws -> Data? {
    try Data.fetchOne(database.cachedStatement(sql: "SELECT value FROM meta WHERE name = ?"), arguments: [name.rawValue])
  }

  private static func required(_ name: Meta, in database: Database) throws -> Data {
    guard let value = try meta(name, in: database) else { throw damage(name.rawValue) }
    return value
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
