import CampusCatalog
import FeedCore
import Foundation
import GRDB
import GRDBSQLite
import SimdJSON

/// The questions that the store asks of its file, each inside one reading transaction.
enum Reading {
  /// Two queries, however many feeds.
  ///
  /// - Parameter feeds: nil for all.
  static func states(of feeds: [FeedID]?, in database: Database) throws -> [FeedID: FeedState] {
    var states: [FeedID: (state: FeedState, requests: Int)] = [:]
    let (condition, arguments) = selection(feeds)
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(FeedRow.columns), \(SnapshotRow.columns) FROM feed LEFT JOIN snapshot ON snapshot.id = feed.snapshot
        \(condition("feed.id"))
        """)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while try rows.next() != nil {
      var reader = RowReader(statement)
      var row = try FeedRow(reading: &reader)
      if row.snapshot != nil {
        let snapshot = try SnapshotRow(reading: &reader)
        guard snapshot.feed == row.state.feed.description else { throw DamagedRow("the feed \(row.state.feed)") }
        row.state.lastGood = snapshot.result
      }
      states[row.state.feed] = (row.state, row.requests)
    }
    try add(requestsOf: arguments, condition("request.feed"), to: &states, in: database)
    return states.mapValues(\.state)
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
    let statement = try database.cachedStatement(sql: "SELECT size, coding, bytes FROM content WHERE sha256 = ?")
    let rows = try Row.fetchCursor(statement, arguments: [id.bytes])
    guard let row = try rows.next() else { return nil }
    return try content(id, in: row, from: 0)
  }

  /// All contents, in no particular order, not yet verified.
  static func contents(in database: Database, _ body: (Content) throws -> Void) throws {
    let rows = try Row.fetchCursor(database, sql: "SELECT sha256, size, coding, bytes FROM content")
    while let row = try rows.next() {
      guard let id = try row.withUnsafeData(atIndex: 0, { $0.flatMap { ContentID(bytes: $0.withUnsafeBytes { Data($0) }) } }) else {
        throw DamagedRow("the name of a content")
      }
      try body(try content(id, in: row, from: 1))
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

  private static func content(_ id: ContentID, in row: Row, from column: Int) throws -> Content {
    guard case .int64(let size) = row.databaseValue(at: column), case .string(let name) = row.databaseValue(at: column + 1),
      let coding = Content.Coding(rawValue: name), let size = Int(exactly: size)
    else { throw DamagedRow("the content \(id)") }
    // The row's data is SQLite's own memory, valid until the next row.
    let bytes = try row.withUnsafeData(atIndex: column + 2) { $0?.withUnsafeBytes { Data($0) } ?? Data() }
    return Content(id: id, size: size, coding: coding, bytes: bytes)
  }

  private static func add(
    requestsOf arguments: StatementArguments, _ condition: String, to states: inout [FeedID: (state: FeedState, requests: Int)],
    in database: Database
  ) throws {
    let statement = try database.cachedStatement(sql: "SELECT \(RequestRow.columns) FROM request \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var last: FeedID?
    while try rows.next() != nil {
      var reader = RowReader(statement)
      let row = try RequestRow(reading: &reader)
      last = last?.description == row.feed ? last : FeedID(row.feed)
      guard let feed = last else { throw DamagedRow("the request \(row.label) of \(row.feed)") }
      states[feed]?.state.requests[row.label] = row.state
    }
    for (state, requests) in states.values where state.requests.count != requests {
      throw DamagedRow("the requests of \(state.feed)")
    }
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

extension Row {
  fileprivate func databaseValue(at index: Int) -> DatabaseValue.Storage { (self[index] as DatabaseValue).storage }
}
