import CampusCatalog
import FeedKit
import Fetching
import Foundation
import GRDB
import GRDBSQLite
import SimdJSON
import StoreInterface

/// The queries of the store. Each runs inside a reading transaction of the caller.
enum StoreQueries {
  /// Returns the states of feeds, with two queries for any number of feeds. Feeds without a state are left out.
  ///
  /// - Parameter feeds: nil for all.
  /// - Throws: `DamagedRow` if a row is damaged, a result belongs to another feed, or a feed does not have the number of requests in
  ///   its row.
  static func states(of feeds: [FeedID]?, in database: Database) throws -> [FeedID: FeedState] {
    let (condition, arguments) = selection(feeds)
    var requests = try requests(condition("request.feed"), arguments, in: database)
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(FeedRow.columns), \(SnapshotRow.columns) FROM feed LEFT JOIN snapshot ON snapshot.id = feed.snapshot
        \(condition("feed.id"))
        """)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var states: [FeedID: FeedState] = [:]
    states.reserveCapacity(feeds?.count ?? requests.count)
    while try rows.next() != nil {
      var reader = RowReader(statement)
      var row = try FeedRow(reading: &reader)
      let feed = row.state.feed
      if row.snapshot != nil {
        let snapshot = try SnapshotRow(reading: &reader)
        guard snapshot.feed == feed.description else { throw DamagedRow("the feed \(feed)") }
        row.state.lastGood = snapshot.result
      }
      row.state.requests = requests.removeValue(forKey: feed.description) ?? [:]
      guard row.state.requests.count == row.requests else { throw DamagedRow("the requests of \(feed)") }
      states[feed] = row.state
    }
    return states
  }

  /// Returns the states of all servers, sorted by origin.
  static func hosts(in database: Database) throws -> [HostState] {
    let statement = try database.cachedStatement(sql: "SELECT \(HostRow.columns) FROM host ORDER BY origin")
    let rows = try Row.fetchCursor(statement)
    var hosts: [HostState] = []
    while try rows.next() != nil {
      var reader = RowReader(statement)
      hosts.append(try HostRow(reading: &reader).state)
    }
    return hosts
  }

  /// Returns the entries of a feed's last good result, not yet verified; nil if there is none.
  ///
  /// - Throws: `DamagedRow` if the row of the result is damaged, or its content is missing.
  static func entries(of feed: FeedID, in database: Database) throws -> StoredContent? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(SnapshotRow.columns) FROM feed JOIN snapshot ON snapshot.id = feed.snapshot WHERE feed.id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [feed.description])
    guard try rows.next() != nil else { return nil }
    var reader = RowReader(statement)
    let snapshot = try SnapshotRow(reading: &reader)
    guard snapshot.feed == feed.description else { throw DamagedRow("the feed \(feed)") }
    guard let content = try content(snapshot.content, in: database) else { throw DamagedRow("the content \(snapshot.content)") }
    return content
  }

  /// Returns a content, not yet verified; nil if it is not stored.
  /// Its row has no checksum: `StoredContent` verifies name, size and bytes.
  static func content(_ id: ContentID, in database: Database) throws -> StoredContent? {
    try database.first("SELECT size, coding, bytes FROM content WHERE sha256 = ?", { $0.content(id) }) { try content(id, &$0) }
  }

  /// Calls `body` with each content, not yet verified, in no particular order.
  static func contents(in database: Database, _ body: (StoredContent) throws -> Void) throws {
    let statement = try database.cachedStatement(sql: "SELECT sha256, size, coding, bytes FROM content")
    let rows = try Row.fetchCursor(statement)
    while try rows.next() != nil {
      var reader = RowReader(statement)
      guard let id = reader.content() else { throw DamagedRow("the name of a content") }
      try body(try content(id, &reader))
    }
  }

  /// Returns the requests of one feed, by label.
  static func requests(of feed: FeedID, in database: Database) throws -> [String: RequestRow] {
    let statement = try database.cachedStatement(sql: "SELECT \(RequestRow.columns) FROM request WHERE feed = ?")
    let rows = try Row.fetchCursor(statement, arguments: [feed.description])
    var requests: [String: RequestRow] = [:]
    while try rows.next() != nil {
      var reader = RowReader(statement)
      let row = try RequestRow(reading: &reader)
      requests[row.label] = row
    }
    return requests
  }

  private static func content(_ id: ContentID, _ row: inout RowReader) throws(DamagedRow) -> StoredContent {
    let (size, name, bytes) = (row.integer(), row.text(), row.blob())
    guard row.isSound, let coding = StoredContent.Coding(rawValue: name) else { throw DamagedRow("the content \(id)") }
    return StoredContent(id: id, size: size, coding: coding, bytes: bytes)
  }

  /// Reads the rows of all results and of their bodies, to verify their checksums.
  static func verifyHistory(in database: Database) throws {
    let snapshots = try database.cachedStatement(sql: "SELECT \(SnapshotRow.columns) FROM snapshot")
    let rows = try Row.fetchCursor(snapshots)
    while try rows.next() != nil {
      var reader = RowReader(snapshots)
      _ = try SnapshotRow(reading: &reader)
    }
    _ = try BodyRow.all("", in: database)
  }

  /// Whether a content with this name is stored, without reading it.
  static func containsContent(_ id: ContentID, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM content WHERE sha256 = ?)")
    return try Bool.fetchOne(statement, arguments: [id.bytes]) ?? false
  }

  /// Returns requests by feed id, then by label.
  private static func requests(
    _ condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [String: [String: FeedState.RequestState]] {
    let statement = try database.cachedStatement(sql: "SELECT \(RequestRow.columns) FROM request \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var requests: [String: [String: FeedState.RequestState]] = [:]
    while try rows.next() != nil {
      var reader = RowReader(statement)
      let row = try RequestRow(reading: &reader)
      requests[row.feed, default: [:]][row.label] = row.state
    }
    return requests
  }

  /// Returns a condition on a column of feed ids. One argument holds all ids, so that the text of the query is always the same.
  private static func selection(_ feeds: [FeedID]?) -> (condition: (String) -> String, arguments: StatementArguments) {
    guard let feeds else { return ({ _ in "" }, []) }
    var writer = JSONWriter()
    writer.beginArray()
    for feed in feeds { writer.string(feed.description) }
    writer.endArray()
    return ({ "WHERE \($0) IN (SELECT value FROM json_each(?))" }, [writer.text])
  }
}
