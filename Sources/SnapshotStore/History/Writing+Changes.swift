import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import StoreInterface

extension Writing {
  /// Keeps what a new result changed.
  ///
  /// - Parameters:
  ///   - lines: those of the new result.
  ///   - former: the result before it; nil for a feed's first, of which nothing but the entries of a stream is written down.
  static func keepChanges(
    _ lines: [UInt8], of snapshot: (id: Int, at: Instant), isStream: Bool, since former: SnapshotRow?, in database: Database
  ) throws {
    let old = try former.flatMap { try formerLines($0, in: database) }
    // What is damaged cannot be compared with; the result that takes its place is like a first one.
    let changes = isStream || old != nil ? EntryLineDiff.changes(from: old ?? [], to: lines) : []
    if isStream, let former, let old, try !knowsStream(former.feed, in: database) {
      // An earlier version kept it.
      for (id, line) in EntryLineDiff.lines(in: old) {
        try insert(StreamEntryRow(entry: id, snapshot: former.id, at: former.result.acceptedAt, line: line), in: database)
      }
    }
    for change in changes {
      let what: EntryChange.What
      switch change.kind {
      case .added: what = .added
      case .changed: what = .changed
      case .gone:
        if isStream { continue }
        what = .gone(reason: ChangeRow.reason(of: change.line, at: snapshot.at))
      }
      if isStream, what == .added {
        let isNew = try insert(StreamEntryRow(entry: change.id, snapshot: snapshot.id, at: snapshot.at, line: change.line), in: database)
        guard isNew, old != nil else { continue }
      }
      try database.execute(ChangeRow.insertion, with: ChangeRow(snapshot: snapshot.id, entry: change.id, what: what, at: snapshot.at))
    }
  }

  /// False for an entry that was seen before.
  @discardableResult
  private static func insert(_ entry: StreamEntryRow, in database: Database) throws -> Bool {
    try database.execute(StreamEntryRow.insertion, with: entry)
    return database.changesCount > 0
  }

  private static func knowsStream(_ feed: String, in database: Database) throws -> Bool {
    // The byte behind the slash ends the range of all ids of the feed.
    let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM stream_entry WHERE entry > ? AND entry < ?)")
    return try Bool.fetchOne(statement, arguments: ["\(feed)/", "\(feed)0"]) ?? false
  }

  private static func formerLines(_ former: SnapshotRow, in database: Database) throws -> [UInt8]? {
    guard let content = try Reading.content(former.content, in: database) else { return nil }
    return try? content.unpacked()
  }
}
