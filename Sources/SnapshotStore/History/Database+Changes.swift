import Aggregation
import CampusCatalog
import GRDB
import OpeningHours
import SimdJSON

extension Database {
  /// Records the changes of a new result, inside a transaction of the caller.
  ///
  /// Entries of a stream are never recorded as gone: a batch does not replace earlier ones.
  /// - Parameters:
  ///   - zone: that of the campus; nil if unknown.
  ///   - former: the previous result; nil for a feed's first, of which only the entries of a stream are recorded.
  func recordChanges(
    _ lines: [UInt8], of snapshot: (id: Int, at: Instant), isStream: Bool, in zone: Zone? = nil, since former: SnapshotRow?
  ) throws {
    var old: [UInt8]?
    if let former, let content = try? content(former.content) {
      // If the previous lines are damaged, treat the result as the first one.
      old = try? content.unpacked()
    }
    let changes = isStream || old != nil ? EntryLines.changes(from: old ?? [], to: lines) : []
    if isStream, let former, let old, try !knowsStream(former.feed) {
      // An earlier version stored the previous result without these rows.
      for (id, line) in EntryLines.lines(in: old) {
        try StreamEntryRow(id, line, former.id, at: former.result.acceptedAt).insert(in: self)
      }
    }
    for change in changes {
      var reason: ReasonCode?
      if change.kind == .gone {
        if isStream { continue }
        reason = Self.hasEnded(change.line, at: snapshot.at, in: zone) ? .eventEnded : .feedRemoved
      }
      if isStream, change.kind == .added {
        try StreamEntryRow(change.id, change.line, snapshot.id, at: snapshot.at).insert(in: self)
        let isNew = changesCount > 0
        guard isNew, old != nil else { continue }
      }
      try EntryChange(snapshot: snapshot.id, entry: change.id, kind: change.kind, reason: reason, at: snapshot.at).insert(in: self)
    }
  }

  /// Adds to a file of an earlier version the changes of each stored result, as if they had been recorded when it was accepted.
  func recordEarlierChanges() throws {
    let streams = Set(try Array(rows("SELECT id FROM feed WHERE is_stream <> 0") { $0.text() }))
    var former: [String: SnapshotRow] = [:]
    for id in try Array(rows("SELECT id FROM snapshot ORDER BY id") { $0.integer() }) {
      // Skip damaged results: they are reported when they are read, and must not prevent opening the file.
      guard let snapshot = (try? SnapshotRow.row(id, in: self)) ?? nil, let lines = try? content(snapshot.content)?.unpacked() else {
        continue
      }
      try recordChanges(
        lines, of: (id, snapshot.result.acceptedAt), isStream: streams.contains(snapshot.feed), since: former[snapshot.feed])
      former[snapshot.feed] = snapshot
    }
  }

  private func knowsStream(_ feed: String) throws -> Bool {
    // "0" is the byte after "/": it ends the range of all ids of the feed.
    try integer("SELECT EXISTS (SELECT 1 FROM stream_entry WHERE entry > ? AND entry < ?)", ["\(feed)/", "\(feed)0"]) == 1
  }

  /// Whether an entry that disappeared is an event, alert or menu that was over, judging by its last line.
  ///
  /// - Parameter zone: that of the campus, on whose clock a day ends; nil for UTC.
  private static func hasEnded(_ line: [UInt8], at moment: Instant, in zone: Zone?) -> Bool {
    guard let document = try? JSONDocument(parsing: line) else { return false }
    if document.root["endDate"] != nil, let event = (try? Entry(reading: document.root))?.event {
      return event.hasEnded(by: moment, in: event.hours?.zone ?? zone)
    }
    if document.root["kind"]?.isString("menu") == true, let menu = (try? Entry(reading: document.root))?.menu {
      return menu.hasEnded(by: moment, in: zone)
    }
    if let end = document.root["endsAt"]?.string.flatMap({ Instant($0) }) { return end <= moment }
    return false
  }
}
