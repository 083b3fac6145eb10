import CampusCatalog
import FeedKit
import Fetching
import Foundation
import GRDB
import OpeningHours
import StoreInterface

/// What a change writes, inside a transaction of the caller.
enum Writing {
  /// Applies all of a change, or nothing of one that comes too late.
  ///
  /// - Returns: false for the state of a feed that another run has written meanwhile.
  static func apply(_ change: Change, in database: Database) throws -> Bool {
    switch change {
    case .feed(let change): return try apply(change, in: database)
    case .run(let change): try change.apply(in: database)
    case .hosts(let hosts): for host in hosts { try apply(host, in: database) }
    case .addFavorite(let favorite): try database.execute(FavoriteRow.insertion, with: FavoriteRow(favorite))
    case .watch(let row): try database.execute(WatchRow.insertion, with: row)
    case .removeFavorites(let ids):
      let statement = try database.cachedStatement(sql: "DELETE FROM favorite WHERE entry = ?")
      for id in ids { try statement.execute(arguments: [id.description]) }
    }
    return true
  }

  private static func apply(_ host: HostUpdate, in database: Database) throws {
    let row = try database.first("SELECT \(HostRow.columns) FROM host WHERE origin = ?", { $0.text(host.state.origin) }) { row in
      // One that is damaged is replaced.
      try? HostRow(reading: &row).state
    }
    try database.execute(HostRow.insertion, with: HostRow(host.replacing(row ?? nil)))
  }

  /// - Returns: false where another run has written the state of the feed since that of the change was read. Of a confirmation nothing
  ///   is kept then, and nobody needs to know.
  private static func apply(_ change: FeedChange, in database: Database) throws -> Bool {
    if let confirmed = change.confirmed, change.onlyConfirms(confirmed) {
      try confirm(change, after: confirmed, in: database)
      return true
    }
    let feed = change.state.feed
    guard try isCurrent(change.state, in: database) else { return change.confirmed != nil }
    let current = try currentSnapshot(of: feed, in: database)
    if let confirmed = change.confirmed {
      // Another run has kept a newer result meanwhile, or learned that the server wants patience.
      guard let current, current.result.isSameResult(as: confirmed.lastGood), try lastPoll(of: feed, in: database) == confirmed.lastPolledAt
      else { return true }
    }
    for content in change.contents { try insert(content, in: database) }
    let (snapshot, isNew) = try write(change.result, of: feed, over: current, in: database)
    if let snapshot, isNew, let lines = change.lines, let result = change.result {
      try keepChanges(
        lines, of: (snapshot, result.lastGood.acceptedAt), isStream: change.isStream, since: current, in: database)
    }
    try database.execute(FeedRow.insertion, with: FeedRow(change.state, isStream: change.isStream, snapshot: snapshot))
    let released = try replaceRequests(of: feed, by: change.requests, in: database)
    if let snapshot, isNew, !change.isStream {
      try link(change.requests, to: snapshot, in: database)
    }
    try remove(released, in: database)
    return true
  }

  /// Whether the file has the state that was read. The checksum of its row tells: every write changes the row.
  private static func isCurrent(_ state: FeedState, in database: Database) throws -> Bool {
    if case .any = state.revision { return true }
    return state.revision.allows(
      try database.first("SELECT check_sum FROM feed WHERE id = ?", { $0.text(state.feed.description) }) { Int64($0.integer()) })
  }

  /// The short way for nearly all that confirms. Where nobody has polled the feed since its state was read, the file has what was
  /// read, which need not be read again.
  private static func confirm(_ change: FeedChange, after known: FeedState, in database: Database) throws {
    let feed = change.state.feed
    let query = "SELECT snapshot, last_polled_at, requests, check_sum FROM feed WHERE id = ?"
    let row = try database.first(query, { $0.text(feed.description) }) { row in
      (snapshot: row.optionalInteger(), lastPolledAt: row.optionalInstant(), requests: row.integer(), checkSum: Int64(row.integer()))
    }
    guard let (content, lastGood) = change.result, let row, let id = row.snapshot, row.lastPolledAt == known.lastPolledAt,
      row.requests == known.requests.count, change.state.revision.allows(row.checkSum)
    else { return }
    // Finds the row only while it is that of the same result.
    try database.execute(SnapshotRow.update, with: SnapshotRow(id: id, feed: feed, content: content, lastGood))
    guard database.changesCount == 1 else { return }
    for request in change.requests where known.requests[request.label] != request.state {
      try database.execute(RequestRow.insertion, with: request)
    }
    try database.execute(FeedRow.insertion, with: FeedRow(change.state, isStream: change.isStream, snapshot: id))
  }

  static func insert(_ content: Content, in database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT INTO content (sha256, size, coding, bytes) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING"
    ).execute(arguments: [content.id.bytes, content.size, content.coding.rawValue, content.bytes])
  }

  /// A result that was accepted anew gets a row; one that was seen to be current keeps its row.
  private static func write(
    _ result: (content: ContentID, lastGood: FeedState.LastGood)?, of feed: FeedID, over current: SnapshotRow?, in database: Database
  ) throws -> (id: Int?, isNew: Bool) {
    guard let (content, lastGood) = result else { return (nil, false) }
    if let current, current.result.isSameResult(as: lastGood) {
      try database.execute(SnapshotRow.update, with: SnapshotRow(id: current.id, feed: feed, content: content, lastGood))
      return (current.id, false)
    }
    let last = try Int.fetchOne(database.cachedStatement(sql: "SELECT max(id) FROM snapshot")) ?? 0
    let row = SnapshotRow(id: last + 1, feed: feed, content: content, lastGood)
    try database.execute(SnapshotRow.insertion, with: row)
    return (row.id, true)
  }

  private static func currentSnapshot(of feed: FeedID, in database: Database) throws -> SnapshotRow? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(SnapshotRow.columns) FROM feed JOIN snapshot ON snapshot.id = feed.snapshot WHERE feed.id = ?")
    let rows = try Row.fetchCursor(statement, arguments: [feed.description])
    guard try rows.next() != nil else { return nil }
    var reader = RowReader(statement)
    return try SnapshotRow(reading: &reader)
  }

  private static func lastPoll(of feed: FeedID, in database: Database) throws -> Instant? {
    let statement = try database.cachedStatement(sql: "SELECT last_polled_at FROM feed WHERE id = ?")
    return try String.fetchOne(statement, arguments: [feed.description]).flatMap { Instant($0) }
  }

  /// Writes what differs. Returns the bodies that are no longer named.
  private static func replaceRequests(of feed: FeedID, by requests: [RequestRow], in database: Database) throws -> Set<ContentID> {
    var old = try Reading.requests(of: feed, in: database)
    var released = Set(old.values.map(\.body))
    for request in requests {
      released.remove(request.body)
      if old.removeValue(forKey: request.label)?.state == request.state { continue }
      try database.execute(RequestRow.insertion, with: request)
    }
    for label in old.keys {
      let statement = try database.cachedStatement(sql: "DELETE FROM request WHERE feed = ? AND label = ?")
      try statement.execute(arguments: [feed.description, RowWriter.value(label)])
    }
    return released
  }

  /// The bodies that a result was read from stay with it.
  private static func link(_ requests: [RequestRow], to snapshot: Int, in database: Database) throws {
    for request in requests { try database.execute(BodyRow.insertion, with: BodyRow(snapshot: snapshot, request)) }
  }

  /// Removes those contents that nothing names.
  private static func remove(_ contents: Set<ContentID>, in database: Database) throws {
    guard !contents.isEmpty else { return }
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM content WHERE sha256 = ?1
          AND NOT EXISTS (SELECT 1 FROM request WHERE body = ?1)
          AND NOT EXISTS (SELECT 1 FROM snapshot_body WHERE sha256 = ?1)
          AND NOT EXISTS (SELECT 1 FROM snapshot WHERE content = ?1)
        """)
    for content in contents { try statement.execute(arguments: [content.bytes]) }
  }
}
