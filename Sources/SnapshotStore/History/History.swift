import CampusCatalog
import FeedKit
import GRDB
import StoreInterface

/// What a file of an earlier version holds, brought to what this one keeps.
enum History {
  /// Writes down what each of the kept results changed, as if it had been done when they were accepted.
  static func tellApart(in database: Database) throws {
    let streams = Set(try String.fetchAll(database, sql: "SELECT id FROM feed WHERE is_stream <> 0"))
    var former: [String: SnapshotRow] = [:]
    for id in try Int.fetchAll(database, sql: "SELECT id FROM snapshot ORDER BY id") {
      // What is damaged is told by those who read it; it keeps nobody from opening the file.
      guard let snapshot = (try? SnapshotRow.row(id, in: database)) ?? nil else { continue }
      guard let lines = try? Reading.content(snapshot.content, in: database)?.unpacked() else { continue }
      try Writing.keepChanges(
        lines, of: (id, snapshot.result.acceptedAt), isStream: streams.contains(snapshot.feed), since: former[snapshot.feed], in: database)
      former[snapshot.feed] = snapshot
    }
  }
}

extension SnapshotRow {
  static func row(_ id: Int, in database: Database) throws -> SnapshotRow? {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM snapshot WHERE id = ?")
    let rows = try Row.fetchCursor(statement, arguments: [id])
    guard try rows.next() != nil else { return nil }
    var reader = RowReader(statement)
    return try SnapshotRow(reading: &reader)
  }
}
