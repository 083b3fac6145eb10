import CampusCatalog
import FeedKit
import GRDB
import StoreInterface

/// Adds to a file of an earlier version the rows that this version would have written.
enum HistoryBackfill {
  /// Records the changes of each stored result, as if that had been done when the result was accepted.
  static func recordChanges(in database: Database) throws {
    let streams = Set(try String.fetchAll(database, sql: "SELECT id FROM feed WHERE is_stream <> 0"))
    var former: [String: SnapshotRow] = [:]
    for id in try Int.fetchAll(database, sql: "SELECT id FROM snapshot ORDER BY id") {
      // Skip damaged results: they are reported when they are read, and must not prevent opening the file.
      guard let snapshot = (try? SnapshotRow.row(id, in: database)) ?? nil else { continue }
      guard let lines = try? StoreQueries.content(snapshot.content, in: database)?.unpacked() else { continue }
      try StoreWrites.recordChanges(
        lines, of: (id, snapshot.result.acceptedAt), isStream: streams.contains(snapshot.feed), since: former[snapshot.feed], in: database)
      former[snapshot.feed] = snapshot
    }
  }
}

extension SnapshotRow {
  /// Returns the row of a result; nil if there is none.
  static func row(_ id: Int, in database: Database) throws -> SnapshotRow? {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM snapshot WHERE id = ?")
    let rows = try Row.fetchCursor(statement, arguments: [id])
    guard try rows.next() != nil else { return nil }
    var reader = RowReader(statement)
    return try SnapshotRow(reading: &reader)
  }
}
