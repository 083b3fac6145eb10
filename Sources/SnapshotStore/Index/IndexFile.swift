import CampusCatalog
import Foundation
import GRDB
import SimdJSON

/// Reading and writing the parts of an index.
enum IndexFile {
  /// Reads the line of a place.
  static func entry(_ line: Data) throws -> Entry {
    let document = try JSONDocument(parsing: Array(line))
    return try Entry(reading: document.root)
  }

  static func writePart(_ name: String, _ chunk: Int, _ bytes: [UInt8], to database: Database) throws {
    let statement = try database.cachedStatement(sql: "INSERT OR REPLACE INTO part VALUES (?, ?, ?)")
    try statement.execute(arguments: [name, chunk, Data(bytes)])
  }

  /// Hands over the chunks of a part in their order, without a copy; gives how many there are.
  static func forEachChunk(
    of name: String, in database: Database, _ body: (_ first: Int, UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    let statement = try database.cachedStatement(sql: "SELECT chunk, bytes FROM part WHERE name = ? ORDER BY chunk")
    let rows = try Row.fetchCursor(statement, arguments: [name])
    var count = 0
    while let row = try rows.next() {
      let first = (row[0] as Int) * IndexSchema.chunk
      try row.withUnsafeData(atIndex: 1) { data in
        try (data ?? Data()).withUnsafeBytes { try body(first, $0) }
      }
      count += 1
    }
    return count
  }

  static func meta(_ name: String, in database: Database) throws -> String {
    guard let value = try String.fetchOne(database, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index without \(name)")
    }
    return value
  }
}
