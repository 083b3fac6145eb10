import FeedKit
import GRDB
@testable import SnapshotStore
import StoreInterface
import Testing

/// Files in the format of earlier versions.
enum EarlierStore {
  static func write(_ updates: [(update: FeedUpdate, isStream: Bool)], version: Int, to path: String) throws {
    let queue = try DatabaseQueue.open(path)
    try queue.write { database in
      for step in Schema.steps[..<version] { try database.execute(sql: step) }
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
      for (index, (update, isStream)) in updates.enumerated() {
        let change = try PreparedFeedUpdate(update)
        for content in change.contents { try StoreWrites.insert(content, in: database) }
        let result = try #require(change.result)
        let row = SnapshotRow(id: index + 1, feed: update.state.feed, content: result.content, result.lastGood)
        try database.execute(SnapshotRow.insertion, with: row)
        for request in change.requests {
          try database.execute(RequestRow.insertion, with: request)
          try database.execute(
            "INSERT INTO snapshot_body (snapshot, label, sha256, check_sum) VALUES (?, ?, ?, ?)",
            with: EarlierBodyRow(snapshot: index + 1, label: request.label, body: request.body))
        }
        try database.execute(FeedRow.insertion, with: FeedRow(update.state, isStream: isStream, snapshot: index + 1))
      }
    }
    try queue.close()
  }
}

/// The row of a body before replies were stored.
private struct EarlierBodyRow: StoredRow {
  let snapshot: Int
  let label: String
  let body: ContentID

  func write(to row: inout RowWriter) {
    row.integer(snapshot)
    row.text(label)
    row.content(body)
  }
}
