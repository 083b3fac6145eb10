public import CampusCatalog
import GRDB
public import OpeningHours

/// A change of one entry between a result and the previous result of the same feed. It compares what the feed delivered, before any
/// merge.
public struct EntryChange: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// The previous result does not have the entry.
    case added
    /// The line of the entry differs.
    case changed
    /// The reason is `event.ended` for an event or alert whose time was over, otherwise `feed.removed`.
    case gone(reason: ReasonCode)
  }

  /// The number of the result that changed the entry. It may have been removed.
  public let snapshot: Int
  /// The id of the feed's record.
  public let entry: EntryID
  public let kind: Kind
  /// When the result was accepted.
  public let at: Instant
}

extension EntryChange.Kind {
  /// `added`, `changed` or `gone`.
  public var name: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .gone: "gone"
    }
  }

  /// The reason of `gone`; otherwise nil.
  public var reason: ReasonCode? {
    if case .gone(let reason) = self { reason } else { nil }
  }

  /// Makes a kind from its name and reason; nil if they are invalid.
  init?(_ name: String, reason: String?) {
    switch (name, reason) {
    case ("added", nil): self = .added
    case ("changed", nil): self = .changed
    case ("gone", let reason?): self = .gone(reason: ReasonCode(reason))
    default: return nil
    }
  }
}

/// Rows of added and gone entries remain after their results are removed (`SnapshotStore.prune`).
extension EntryChange: StoredRow {
  static let table = StoredTable("change", ["snapshot", "entry", "what", "reason", "at"], or: .replace)

  init(reading row: inout RowReader) throws {
    snapshot = row.integer()
    let entry = row.text()
    let kind = Kind(row.text(), reason: row.optionalText())
    at = row.instant()
    try row.verify("the change of \(entry) in the result \(snapshot)")
    guard let id = EntryID(entry), let kind else { throw DamagedRow("the change of \(entry) in the result \(snapshot)") }
    self.entry = id
    self.kind = kind
  }

  func write(to row: inout RowWriter) {
    row.integer(snapshot)
    row.text(entry.description)
    row.text(kind.name)
    row.text(kind.reason?.description)
    row.instant(at)
  }
}
