import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import StoreInterface

extension StoreWrites {
  /// Records what a new result changed, inside a transaction of the caller.
  ///
  /// Entries of a stream are never recorded as gone: a batch does not replace earlier ones.
  /// - Parameters:
  ///   - lines: the entry lines of the new result.
  ///   - snapshot: the number of the new result, and when it was accepted.
  ///   - isStream: whether the feed is a stream.
  ///   - former: the previous result; nil for a feed's first, of which only the entries of a stream are recorded.
  static func recordChanges(
    _ lines: [UInt8], of snapshot: (id: Int, at: Instant), isStream: Bool, since former: SnapshotRow?, in database: Database
  ) throws {
    let old = try former.flatMap { try formerLines($0, in: database) }
    // If the previous lines are damaged, treat the result as the first one.
    let changes = isStream || old != nil ? EntryLineDiff.changes(from: old ?? [], to: lines) : []
    if isStream, let former, let old, try !knowsStream(former.feed, in: database) {
      // An earlier version stored the previous result without these rows.
      for (id, line) in EntryLineDiff.lines(in: old) {
        try insert(StreamEntryRow(entry: id, snapshot: former.id, at: former.result.acceptedAt, line: line), in: database)
      }
    }
    for change in changes {
      let kind: EntryChange.Kind
      switch change.kind {
      case .added: kind = .added
      case .changed: kind = .changed
      case .gone:
        if isStream { continue }
        kind = .gone(reason: ChangeRow.reason(of: change.line, at: snapshot.at))
      }
      if isStream, kind == .added {
        let isNew = try insert(StreamEntryRow(entry: change.id, snapshot: snapshot.id, at: snapshot.at, line: change.line), in: database)
        guard isNew, old != nil else { continue }
      }
      try database.execute(ChangeRow.insertion, with: ChangeRow(snapshot: snapshot.id, entry: change.id, kind: kind, at: snapshot.at))
    }
  }

  /// Inserts an entry of a stream; false if it is already there.
  @discardableResult
  private static func insert(_ entry: StreamEntryRow, in database: Database) throws -> Bool {
    try database.execute(StreamEntryRow.insertion, with: entry)
    return database.changesCount > 0
  }

  private static func knowsStream(_ feed: String, in database: Database) throws -> Bool {
    // "0" is the byte after "/": it ends the range of all ids of the feed.
    let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM stream_entry WHERE entry > ? AND entry < ?)")
    return try Bool.fetchOne(statement, arguments: ["\(feed)/", "\(feed)0"]) ?? false
  }

  private static func formerLines(_ former: SnapshotRow, in database: Database) throws -> [UInt8]? {
    guard let content = try StoreQueries.content(former.content, in: database) else { return nil }
    return try? content.unpacked()
  }
}
