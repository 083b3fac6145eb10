import CampusCatalog
import FeedKit
import Foundation
import GRDB
import SimdJSON

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
  private let packer: LinePacker

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
    return try entry(packed: line)
  }

  func entry(packed line: Data) throws -> Entry {
    let document = try JSONDocument(parsing: try line.withUnsafeBytes { try packer.unpack($0) })
    return try Entry(reading: document.root)
  }

  func pack(_ line: UnsafeRawBufferPointer) throws -> Data { Data(try packer.pack(line)) }

  /// Returns the first row in a range that has a place; nil if there is none.
  func firstRow(from row: Int, before end: Int) throws -> Int? {
    let statement = try database.cachedStatement(sql: "SELECT row FROM place WHERE row >= ? AND row < ? ORDER BY row LIMIT 1")
    return try Int.fetchOne(statement, arguments: [row, end])
  }

  /// Returns the first rows in a range that have places, ascending.
  func rows(in range: Range<Int>, limit: Int) throws -> [Int] {
    let statement = try database.cachedStatement(sql: "SELECT row FROM place WHERE row >= ? AND row < ? ORDER BY row LIMIT ?")
    return try Int.fetchAll(statement, arguments: [range.lowerBound, range.upperBound, limit])
  }

  // MARK: - Lists

  /// Returns the campuses by number.
  func campuses() throws -> [Int: CampusID] {
    let rows = try Row.fetchAll(database.cachedStatement(sql: "SELECT number, id FROM campus"))
    return Dictionary(rows.compactMap { row in CampusID(row[1] as String).map { (row[0], $0) } }) { first, _ in first }
  }

  /// Returns the sets of feeds that provide the hours of places, by number.
  func trusts() throws -> [Int: [FeedID]] {
    let rows = try Row.fetchAll(database.cachedStatement(sql: "SELECT number, feeds FROM trust"))
    return Dictionary(
      rows.map { row in (row[0], (row[1] as String).split(separator: " ").compactMap { FeedID(String($0)) }) }
    ) { first, _ in first }
  }

  /// Whether the openings of a UTC day are stored. The day is a number of days since 1970-01-01.
  func hasOpenings(ofDay day: Int64) throws -> Bool {
    try Bool.fetchOne(database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM day WHERE day = ?)"), arguments: [day]) ?? false
  }
}
