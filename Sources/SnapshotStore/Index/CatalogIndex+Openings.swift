import CampusCatalog
import Foundation
import GRDB
import OpeningHours

extension CatalogIndex {
  /// Makes the openings of a day ready, unless they are; false when the file can not be written.
  func prepareOpenings(ofDay day: Int64) throws -> Bool {
    let name = IndexSchema.openings(ofDay: day)
    let isThere = try database.read { database in
      try count == 0 || Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM part WHERE name = ?)", arguments: [name]) ?? false
    }
    if isThere { return true }
    do {
      try database.write { database in
        for (chunk, first) in stride(from: 0, to: count, by: IndexSchema.chunk).enumerated() {
          try IndexFile.writePart(name, chunk, openings(ofDay: day, from: first, in: database), to: database)
        }
      }
      return true
    } catch let error as DatabaseError where [.SQLITE_READONLY, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_CANTOPEN].contains(error.resultCode) {
      return false
    }
  }

  /// Reads the places of one chunk again.
  private func openings(ofDay day: Int64, from first: Int, in database: Database) throws -> [UInt8] {
    var openings = DayOpenings(day: day)
    let statement = try database.cachedStatement(sql: "SELECT line FROM place WHERE row > ? AND row <= ? ORDER BY row")
    let lines = try Data.fetchCursor(statement, arguments: [first, first + IndexSchema.chunk])
    var place = 0
    while let line = try lines.next() {
      if let hours = try IndexFile.entry(line).place?.hours { openings.add(place, hours) }
      place += 1
    }
    return openings.bytes
  }
}
