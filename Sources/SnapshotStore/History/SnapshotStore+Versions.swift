public import Aggregation
public import CampusCatalog
import GRDB
public import OpeningHours

/// A version of an entry in one result of its feed, before any merge.
public struct EntryVersion: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    /// The canonical line of the entry, without the line feed.
    case line([UInt8])
    /// The entry disappeared with this result.
    case gone(reason: ReasonCode)
    /// The result had the entry, but its content is no longer stored.
    case removed
  }

  public let at: Instant
  /// The number of the result, which may have been removed since.
  public let snapshot: Int
  /// The number of the feed's result before it; nil if one of the two is not stored.
  public var previous: Int?
  public let state: State
}

extension SnapshotStore {
  /// Returns the known versions of an entry, oldest first: its first one, then one for each change. The first version of an entry that
  /// the oldest stored result has is the one in that result. If the entry has not changed since a result that was removed, its last version is
  /// that one, too, with the time of that result.
  ///
  /// - Parameter id: the id of a feed's record. A record that was merged into another entry has its own versions.
  public func versions(of id: EntryID) async throws(StoreError) -> [EntryVersion] {
    try await connection.read { database in
      guard let feed = try database.feed(of: id) else { return [] }
      let rows = try Array(EntryChange.rows(Self.changes, [id.description, feed.description], in: database))
      let seen = try StreamEntryRow.first("WHERE entry = ?", [id.description], in: database)
      var versions: [EntryVersion] = []
      let oldest = try SnapshotRow.first("WHERE feed = ? ORDER BY id LIMIT 1", [feed.description], in: database)
      var last: (snapshot: Int, line: [UInt8])?
      if let oldest, rows.first(where: { $0.snapshot >= oldest.id }).map({ $0.snapshot > oldest.id && $0.kind != .added }) ?? true,
        let line = try database.requiredContent(oldest.content).line(of: id)
      {
        if let change = rows.last(where: { $0.kind != .gone }), change.snapshot < oldest.id {
          last = (change.snapshot, line)
        } else {
          // An entry without additions and changes is as it was in the feed's first result.
          let isUnchanged = seen == nil && rows.allSatisfy { $0.kind == .gone }
          let start = isUnchanged ? try FeedStartRow.first("WHERE feed = ?", [feed.description], in: database)?.at : nil
          versions.append(EntryVersion(at: start ?? oldest.result.acceptedAt, snapshot: oldest.id, state: .line(line)))
        }
      }
      if let seen, !versions.contains(where: { $0.snapshot == seen.snapshot }), !rows.contains(where: { $0.snapshot == seen.snapshot }) {
        versions.append(EntryVersion(at: seen.at, snapshot: seen.snapshot, state: .line(Array(seen.line.utf8))))
      }
      versions += try rows.map { row in
        let line = last.flatMap { $0.snapshot == row.snapshot ? $0.line : nil }
        return EntryVersion(
          at: row.at, snapshot: row.snapshot, state: try line.map { .line($0) } ?? Self.state(of: row, seen, in: database))
      }
      versions.sort { $0.snapshot < $1.snapshot }
      let results = try Array(database.rows("SELECT id FROM snapshot WHERE feed = ? ORDER BY id", [feed.description]) { $0.integer() })
      var next = 0
      for index in versions.indices {
        while next < results.count, results[next] < versions[index].snapshot { next += 1 }
        if next > 0, next < results.count, results[next] == versions[index].snapshot { versions[index].previous = results[next - 1] }
      }
      return versions
    }
  }

  /// The changes of an entry in the results of a feed, and in results that have been removed.
  private static let changes = """
    WHERE entry = ?1 AND NOT EXISTS (SELECT 1 FROM snapshot WHERE snapshot.id = change.snapshot AND snapshot.feed <> ?2) ORDER BY snapshot
    """

  /// Returns the feed whose results have an entry, and their last good result: the entry's own, or that of a catalog that delivers it; nil for an
  /// entry that no stored result has.
  package func delivery(of id: EntryID) async throws(StoreError) -> (feed: FeedID, result: FeedState.LastGood?)? {
    try await connection.read { database in
      try database.feed(of: id).map { feed in (feed, try database.feedStates(of: [feed])[feed]?.lastGood) }
    }
  }

  /// Returns the line of an entry in a result, without its line feed; nil if the store does not have it.
  package func line(of id: EntryID, in snapshot: Int) async throws(StoreError) -> [UInt8]? {
    try await connection.read { database in
      try SnapshotRow.row(snapshot, in: database).flatMap { try database.requiredContent($0.content).line(of: id) }
    }
  }

  /// Returns the version that a change led to: the line in the result of the change, or from `seen` for the first version of a
  /// stream's entry.
  private static func state(of row: EntryChange, _ seen: StreamEntryRow?, in database: Database) throws -> EntryVersion.State {
    if let reason = row.reason { return .gone(reason: reason) }
    if let seen, seen.snapshot == row.snapshot { return .line(Array(seen.line.utf8)) }
    guard let snapshot = try SnapshotRow.row(row.snapshot, in: database) else { return .removed }
    guard let line = try database.requiredContent(snapshot.content).line(of: row.entry) else {
      throw DamagedRow("the change of \(row.entry) in the result \(row.snapshot)")
    }
    return .line(line)
  }
}

extension Database {
  /// Returns the feed whose results have an entry: the entry's own, or else the first catalog whose oldest result or whose changes have it. The
  /// entry's own feed if none has.
  fileprivate func feed(of id: EntryID) throws -> FeedID? {
    guard let own = id.feed else { return nil }
    if try integer("SELECT EXISTS (SELECT 1 FROM snapshot WHERE feed = ?)", [own.description]) == 1 { return own }
    for text in try Array(rows("SELECT feed FROM upstream ORDER BY feed") { $0.text() }) {
      let isChanged = """
        SELECT EXISTS (SELECT 1 FROM change JOIN snapshot ON snapshot.id = change.snapshot WHERE entry = ? AND snapshot.feed = ?)
        """
      if try integer(isChanged, [id.description, text]) == 1 { return FeedID(text) }
      let oldest = try SnapshotRow.first("WHERE feed = ? ORDER BY id LIMIT 1", [text], in: self)
      if let oldest, try requiredContent(oldest.content).line(of: id) != nil { return FeedID(text) }
    }
    return own
  }
}
