import CampusCatalog
import FeedKit
import Fetching
import Foundation
import GRDB
import OpeningHours
import StoreInterface

/// The writes of the store. Each runs inside a transaction of the caller.
enum StoreWrites {
  /// Applies a write.
  ///
  /// - Returns: false if nothing was written because another run has written the state of the feed since it was read.
  static func apply(_ write: PreparedWrite, in database: Database) throws -> Bool {
    switch write {
    case .feed(let update): return try apply(update, in: database)
    case .run(let run): try run.apply(in: database)
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
      // A damaged row is replaced.
      try? HostRow(reading: &row).state
    }
    try database.execute(HostRow.insertion, with: HostRow(host.replacing(row ?? nil)))
  }

  /// Writes the contents, the result with its changes, the feed, its requests, and the links to bodies; then removes bodies that
  /// nothing refers to.
  ///
  /// - Returns: false if another run has written the state of the feed since it was read. A confirmation is dropped in that case, and
  ///   the result is true.
  private static func apply(_ update: PreparedFeedUpdate, in database: Database) throws -> Bool {
    if let confirmed = update.confirmed, update.onlyConfirms(confirmed) {
      try confirm(update, after: confirmed, in: database)
      return true
    }
    let feed = update.state.feed
    guard try isCurrent(update.state, in: database) else { return update.confirmed != nil }
    let current = try currentSnapshot(of: feed, in: database)
    if let confirmed = update.confirmed {
      // Another run may have stored a newer result meanwhile, or polled the feed and got a Retry-After.
      guard let current, current.result.isSameResult(as: confirmed.lastGood), try lastPoll(of: feed, in: database) == confirmed.lastPolledAt
      else { return true }
    }
    for content in update.contents { try insert(content, in: database) }
    let (snapshot, isNew) = try write(update.result, of: feed, over: current, in: database)
    if let snapshot, isNew, let lines = update.lines, let result = update.result {
      try recordChanges(
        lines, of: (snapshot, result.lastGood.acceptedAt), isStream: update.isStream, since: current, in: database)
    }
    try database.execute(FeedRow.insertion, with: FeedRow(update.state, isStream: update.isStream, snapshot: snapshot))
    let released = try replaceRequests(of: feed, by: update.requests, in: database)
    if let snapshot, isNew, !update.isStream {
      try link(update.requests, to: snapshot, in: database)
    }
    try remove(released, in: database)
    return true
  }

  /// Whether the file still has the state that was read: every write changes the checksum of the row.
  private static func isCurrent(_ state: FeedState, in database: Database) throws -> Bool {
    if case .any = state.revision { return true }
    return state.revision.allows(
      try database.first("SELECT check_sum FROM feed WHERE id = ?", { $0.text(state.feed.description) }) { Int64($0.integer()) })
  }

  /// Writes a confirmation that changes only times, notes and validators. Writes nothing if the feed was polled since its state was
  /// read.
  ///
  /// A fast path for nearly all confirmations: the row tells whether the feed was polled meanwhile, so the state need not be read
  /// again.
  private static func confirm(_ update: PreparedFeedUpdate, after known: FeedState, in database: Database) throws {
    let feed = update.state.feed
    let query = "SELECT snapshot, last_polled_at, requests, check_sum FROM feed WHERE id = ?"
    let row = try database.first(query, { $0.text(feed.description) }) { row in
      (snapshot: row.optionalInteger(), lastPolledAt: row.optionalInstant(), requests: row.integer(), checkSum: Int64(row.integer()))
    }
    guard let (content, lastGood) = update.result, let row, let id = row.snapshot, row.lastPolledAt == known.lastPolledAt,
      row.requests == known.requests.count, update.state.revision.allows(row.checkSum)
    else { return }
    // Matches the row only if it is still the same result.
    try database.execute(SnapshotRow.update, with: SnapshotRow(id: id, feed: feed, content: content, lastGood))
    guard database.changesCount == 1 else { return }
    for request in update.requests where known.requests[request.label] != request.state {
      try database.execute(RequestRow.insertion, with: request)
    }
    try database.execute(FeedRow.insertion, with: FeedRow(update.state, isStream: update.isStream, snapshot: id))
  }

  /// Inserts a content unless it is already stored.
  static func insert(_ content: StoredContent, in database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT INTO content (sha256, size, coding, bytes) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING"
    ).execute(arguments: [content.id.bytes, content.size, content.coding.rawValue, content.bytes])
  }

  /// Inserts a row for a new result; updates the row of a confirmed one.
  ///
  /// - Returns: the number of the result, which is nil if there is none, and whether its row is new.
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

  /// Writes the requests that differ. Returns the bodies that this feed's requests no longer name.
  private static func replaceRequests(of feed: FeedID, by requests: [RequestRow], in database: Database) throws -> Set<ContentID> {
    var old = try StoreQueries.requests(of: feed, in: database)
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

  /// Records which bodies a result was read from.
  private static func link(_ requests: [RequestRow], to snapshot: Int, in database: Database) throws {
    for request in requests { try database.execute(BodyRow.insertion, with: BodyRow(snapshot: snapshot, request)) }
  }

  /// Removes those of `contents` that nothing refers to.
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
