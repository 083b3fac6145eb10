import FeedCore
import GRDB
@testable import SnapshotStore
import Testing

/// Files as earlier versions wrote them.
enum EarlierStore {
  static func write(_ updates: [(update: FeedUpdate, isStream: Bool)], version: Int, to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      for step in Schema.steps[..<version] { try database.execute(sql: step) }
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
      for (index, (update, isStream)) in updates.enumerated() {
        let change = try FeedChange(update)
        for content in change.contents { try Writing.insert(content, in: database) }
        let result = try #require(change.result)
        let row = SnapshotRow(id: index + 1, feed: update.state.feed, content: result.content, result.lastGood)
        try database.execute(sql: SnapshotRow.insertion, arguments: row.arguments)
        for request in change.requests {
          try database.execute(sql: RequestRow.insertion, arguments: request.arguments)
          var body = RowWriter()
          body.integer(index + 1)
          body.text(request.label)
          body.content(request.body)
          try database.execute(
            sql: "INSERT INTO snapshot_body (snapshot, label, sha256, check_sum) VALUES (?, ?, ?, ?)", arguments: body.arguments)
        }
        try database.execute(
          sql: FeedRow.insertion, arguments: FeedRow(update.state, isStream: isStream, snapshot: index + 1).arguments)
      }
    }
    try queue.close()
  }
}
