import CampusCatalog
import FeedKit
import Fetching
import Foundation
import GRDB
import GRDBSQLite
import SimdJSON
import StoreInterface

/// The questions that the store asks of its file, each inside one reading transaction.
enum Reading {
  /// Two queries, however many feeds.
  ///
  /// - Parameter feeds: nil for all.
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

  /// The entries of a feed's last good result, not yet verified; nil when there is none.
  static func entries(of feed: FeedID, in database: Database) throws -> Content? {
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

  /// Not yet verified; nil when it is not kept.
  static func content(_ id: ContentID, in database: Database) throws -> Content? {
    try database.first("SELECT size, coding, bytes FROM content WHERE sha256 = ?", { $0.content(id) }) { try content(id, &$0) }
  }

  /// All contents, in no particular order, not yet verified.
  static func contents(in database: Database, _ body: (Content) throws -> Void) throws {
    let statement = try database.cachedStatement(sql: "SELECT sha256, size, coding, bytes FROM content")
    let rows = try Row.fetchCursor(statement)
    while try rows.next() != nil {
      var reader = RowReader(statement)
      guard let id = reader.content() else { throw DamagedRow("the name of a content") }
      try body(try content(id, &reader))
    }
  }

  /// The requests of one feed, by label.
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

  private static func content(_ id: ContentID, _ row: inout RowReader) throws(DamagedRow) -> Content {
    let (size, name, bytes) = (row.integer(), row.text(), row.blob())
    guard row.isSound, let coding = Content.Coding(rawValue: name) else { throw DamagedRow("the content \(id)") }
    return Content(id: id, size: size, coding: coding, bytes: bytes)
  }

  /// Reads the rows of results that are no feed's last good one any more, and of their bodies.
  static func verifyHistory(in database: Database) throws {
    let snapshots = try database.cachedStatement(sql: "SELECT \(SnapshotRow.columns) FROM snapshot")
    let rows = try Row.fetchCursor(snapshots)
    while try rows.next() != nil {
      var reader = RowReader(snapshots)
      _ = try SnapshotRow(reading: &reader)
    }
    _ = try BodyRow.all("", in: database)
  }

  /// Whether a content with this name is there; it is not read.
  static func isKept(_ id: ContentID, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM content WHERE sha256 = ?)")
    return try Bool.fetchOne(statement, arguments: [id.bytes]) ?? false
  }

  /// By the names of feeds, then by label.
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

  /// One argument holds all names, so that the text of the query is the same for any number.
  private static func selection(_ feeds: [FeedID]?) -> (condition: (String) -> String, arguments: StatementArguments) {
    guard let feeds else { return ({ _ in "" }, []) }
    var writer = JSONWriter()
    writer.beginArray()
    for feed in feeds { writer.string(feed.description) }
    writer.endArray()
    return ({ "WHERE \($0) IN (SELECT value FROM json_each(?))" }, [writer.text])
  }
}
