package import CampusCatalog
package import OpeningHours

/// A change of one entry between a result and the previous result of the same feed. It compares the feed's own entries, before any
/// merge.
package struct EntryChange: Sendable, Hashable {
  /// The number of the result that changed the entry. It may have been removed.
  package let snapshot: Int
  /// The id of the feed's record.
  package let entry: EntryID
  package let kind: EntryLines.Change.Kind
  /// Why an entry is gone: `event.ended` for an event or alert whose time was over, otherwise `feed.removed`. Nil for other changes.
  package let reason: ReasonCode?
  package let at: Instant
}

/// Rows of added and gone entries remain after their results are removed (`SnapshotStore.prune`).
extension EntryChange: StoredRow {
  static let table = StoredTable("change", ["snapshot", "entry", "what", "reason", "at"], or: .replace)

  init(reading row: inout RowReader) throws {
    snapshot = row.integer()
    let entry = row.text()
    let kind = EntryLines.Change.Kind(rawValue: row.text())
    reason = row.optionalText().map { ReasonCode($0) }
    at = row.instant()
    let what = "the change of \(entry) in the result \(snapshot)"
    self.entry = try row.verify(what, EntryID(entry))
    guard let kind, (kind == .gone) == (reason != nil) else { throw DamagedRow(what) }
    self.kind = kind
  }

  var values: [any ColumnValue] { [snapshot, entry.description, kind.rawValue, reason?.description, at] }
}

/// The row of an entry of a stream, as the first result that had it delivered it. Rows are never removed.
struct StreamEntryRow: StoredRow {
  let entry: EntryID
  /// The number of the result that first had the entry. It may have been removed.
  let snapshot: Int
  let at: Instant
  /// The canonical line of the entry, without its line feed.
  let line: String

  static let table = StoredTable("stream_entry", ["entry", "snapshot", "at", "line"], or: .ignore)

  init(_ entry: EntryID, _ line: [UInt8], _ snapshot: Int, at: Instant) {
    (self.entry, self.snapshot, self.at) = (entry, snapshot, at)
    self.line = String(decoding: line, as: UTF8.self)
  }

  init(reading row: inout RowReader) throws {
    let entry = row.text()
    snapshot = row.integer()
    at = row.instant()
    line = row.text()
    self.entry = try row.verify("the entry \(entry) of a stream", EntryID(entry))
  }

  var values: [any ColumnValue] { [entry.description, snapshot, at, line] }
}
