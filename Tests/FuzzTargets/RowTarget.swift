import Aggregation
import Basics
import CampusCatalog
import Fetching
import Foundation
import GRDB
import OpeningHours
import SimdJSON

@testable import SnapshotStore

/// A row of the store: its first line names the table, and each further line is a column, whose first character is its type. A row that is read is
/// the same when it is written and read again, and every other one is an error.
enum RowTarget {
  static func check(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let table = String(decoding: lines[0], as: UTF8.self)
    let columns = lines.dropFirst().map { Column(Array($0)) }
    if table == "content" { return try checkContent(columns.map(\.bytes)) }
    if table == "list" { return try checkLists(columns.map { String(decoding: $0.bytes, as: UTF8.self) }) }
    let types: [any StoredRow.Type] = [
      FeedRow.self, HostState.self, RequestRow.self, SnapshotRow.self, UpstreamRow.self, BodyRow.self, EntryChange.self,
      StreamEntryRow.self,
      RunRecord.self, ContentHashRow.self, FeedStartRow.self, Favorite.self, PastDate.self, WatchRow.self,
    ]
    guard let type = types.first(where: { $0.table.name == table }) else { return }
    try database.get().write { try check(type, columns, in: $0) }
  }

  /// A database in memory, which the rows are written to one after another.
  private static let database = Result { try DatabaseQueue() }

  // MARK: - Rows

  private static func check<Row: StoredRow>(_ type: Row.Type, _ columns: [Column], in database: Database) throws {
    let count = Row.table.columns.split(separator: ",").count
    let names = (0..<count).map { "c\($0)" }
    try database.execute(sql: "DROP TABLE IF EXISTS row; CREATE TABLE row (\(names.joined(separator: ", ")))")
    let padding = Array(repeating: Column([]), count: max(0, count - 1 - columns.count))
    let values = Array(columns.prefix(count - 1)) + padding
    guard let row = try read(type, values, in: database) else { return }
    let stored = row.values
    guard let copy = try read(type, stored, in: database) else { throw BrokenProperty("a written row is damaged: \(stored)") }
    let (first, second) = (try written(stored, in: database), try written(copy.values, in: database))
    try require(first == second, "the row \(first) became \(second)")
    if let hours = row as? PastDate { _ = try? hours.places() }
    // Without its checksum, nothing is read.
    try database.execute(sql: "UPDATE row SET c\(count - 1) = c\(count - 1) + 1")
    try require((try? read(type, in: database)) == nil, "a row with another checksum is read")
  }

  /// Writes a row and reads it; nil if it is damaged.
  private static func read<Row: StoredRow>(_ type: Row.Type, _ values: [any ColumnValue], in database: Database) throws -> Row? {
    _ = try written(values, in: database)
    do { return try read(type, in: database) } catch {
      // Columns with JSON have its errors.
      let isKnown = error is DamagedRow || error is JSONError || error is JSONFieldError
      try require(isKnown, "the error of a row is \(error)")
      return nil
    }
  }

  private static func read<Row: StoredRow>(_ type: Row.Type, in database: Database) throws -> Row? {
    try database.rows("SELECT * FROM row") { try Row(reading: &$0) }.next()
  }

  /// Writes a row, and returns its columns.
  private static func written(_ values: [any ColumnValue], in database: Database) throws -> [DatabaseValue] {
    try database.execute(sql: "DELETE FROM row")
    let parameters = Array(repeating: "?", count: values.count + 1).joined(separator: ", ")
    try database.execute("INSERT INTO row VALUES (\(parameters))", values, hasCheckSum: true)
    return try GRDB.Row.fetchOne(database, sql: "SELECT * FROM row").map { Array($0.databaseValues) } ?? []
  }

  /// A column of any type.
  private struct Column: ColumnValue {
    private let type: UInt8
    /// The line without its first character.
    let bytes: [UInt8]

    init(_ line: [UInt8]) {
      type = line.first ?? UInt8(ascii: "n")
      bytes = Array(line.dropFirst())
    }

    /// Binds text (`t`), an integer (`i`), bytes (`b`), the SHA-256 of bytes (`s`), bytes that are compressed (`z`), a value that a migration added,
    /// which is missing (`a`), or NULL.
    func bind(to row: inout RowWriter) {
      switch type {
      case UInt8(ascii: "t"): bytes.withUnsafeBytes { row.text($0) }
      case UInt8(ascii: "i"): row.integer(Int64(String(decoding: bytes, as: UTF8.self)) ?? 0)
      case UInt8(ascii: "b"): Data(bytes).bind(to: &row)
      case UInt8(ascii: "s"): SHA256.hash(bytes).bind(to: &row)
      case UInt8(ascii: "z"): Zstandard.compressed(bytes, level: 1, below: bytes.count + 1024).bind(to: &row)
      case UInt8(ascii: "a"): row.nothing()
      default: row.null()
      }
    }
  }

  // MARK: - Contents

  /// Checks a content, and the one that it is a patch of: what is packed is unpacked as the same bytes, and damaged frames are errors.
  private static func checkContent(_ lines: [[UInt8]]) throws {
    guard let content = lines.first else { return }
    let id = SHA256.hash(content)
    let packed = try StoredContent(packing: content, id: id, level: 1, "the content")
    try require(try packed.unpacked(verifyingHash: true) == content, "the content is unpacked as other bytes")
    try require(try packed.lines(1).lines().bytes == content, "the lines are unpacked as other bytes")
    // A frame with a valid checksum, but any bytes, and any size.
    let (frame, size) = (Data(content), lines.last?.count ?? 0)
    for bytes in [frame, frame + StoredContent.checksum(id, size, frame)] {
      try checkDamage(StoredContent(id: id, size: size, coding: .zstd, bytes: bytes))
      try checkDamage(StoredContent(id: id, size: size, coding: .patch(of: packed), bytes: bytes))
    }
    try checkDamage(StoredContent(id: id, size: size, coding: .raw, bytes: frame))
    guard lines.count > 1 else { return }
    let other = try StoredContent(packing: lines[1], id: SHA256.hash(lines[1]), level: 1, "the base")
    guard let patch = try packed.patch(of: other) else { return }
    try require(try patch.unpacked(verifyingHash: true) == content, "the patch is unpacked as other bytes")
  }

  /// Checks that a content is unpacked to its size, or refused as damaged.
  private static func checkDamage(_ content: StoredContent) throws {
    let bytes: [UInt8]
    do throws(StoreError) { bytes = try content.unpacked() } catch {
      return try require(error.reason == .storeCorrupt, "the content is refused for \(error.reason)")
    }
    try require(bytes.count == content.size, "\(content.size) bytes are unpacked as \(bytes.count)")
    try require(try content.lines(1).lines().bytes == bytes, "the lines are unpacked as other bytes")
  }

  // MARK: - Lists

  /// Checks the lists that are columns of runs: each is refused, or the same when it is written and read again.
  private static func checkLists(_ lines: [String]) throws {
    guard let moment = Instant("2026-11-20T17:00:00Z"), let feed = FeedID("town/feed"), let adapter = AdapterID("mapping") else {
      throw BrokenProperty("the values are not valid")
    }
    for line in lines {
      if let times = try? StoredJSON.checkTimes(line, from: moment) {
        let reports = times.map { time in
          var report = FeedReport(id: feed, adapter: adapter, outcome: .fresh)
          report.checkedAt = time
          return report
        }
        let text = StoredJSON.checkTimes(of: reports, from: moment)
        try require(try StoredJSON.checkTimes(text, from: moment) == times, "\(line) became \(text)")
      }
      _ = try? StoredJSON.durations(line)
      if let parts = try? StoredJSON.parts(Array(line.utf8)) {
        var bytes: [UInt8] = []
        StoredJSON.write(parts) { bytes += $0 }
        try require(try StoredJSON.parts(bytes) == parts, "\(line) became \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
