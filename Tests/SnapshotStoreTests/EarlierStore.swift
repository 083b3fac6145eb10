import FeedKit
import GRDB
@testable import SnapshotStore
import Aggregation
import Testing

/// Files in the format of earlier versions.
enum EarlierStore {
  static func write(_ updates: [(update: FeedUpdate, isStream: Bool)], version: Int, to path: String) throws {
    let queue = try DatabaseQueue.open(path)
    try queue.write { database in
      for step in Schema.steps[..<version] { try database.execute(sql: step) }
      // Inserting a content looks for a patch of the same name.
      try database.execute(sql: "CREATE TEMP TABLE patch (content BLOB, base BLOB)")
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
      for (index, (update, isStream)) in updates.enumerated() {
        let change = try PreparedFeedUpdate(update)
        for content in change.contents { try database.insert(content) }
        var row = try #require(change.result)
        row.id = index + 1
        try row.insert(in: database)
        for request in change.requests {
          try request.insert(in: database)
          // The row of a body before replies were stored.
          try database.execute(
            "INSERT INTO snapshot_body (snapshot, label, sha256, check_sum) VALUES (?, ?, ?, ?)", [index + 1, request.label, request.body],
            hasCheckSum: true)
        }
        let requests = update.state.requests.count
        try FeedRow(state: update.state, isStream: isStream, snapshot: index + 1, requests: requests).insert(in: database)
      }
    }
    try queue.close()
  }
}
