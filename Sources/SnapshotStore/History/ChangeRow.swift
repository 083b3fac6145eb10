import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import SimdJSON

/// The row of an `EntryChange`, by result and entry. Rows of added and gone entries remain after their results are removed
/// (`Pruner`).
struct ChangeRow: StoredRow {
  static let columns = "snapshot, entry, what, reason, at, check_sum"
  static let insertion = """
    INSERT OR REPLACE INTO change (snapshot, entry, what, reason, at, check_sum) VALUES (?, ?, ?, ?, ?, ?)
    """

  /// The number of the result that changed the entry. It may have been removed.
  let snapshot: Int
  let entry: EntryID
  let kind: EntryChange.Kind
  /// When the result was accepted.
  let at: Instant

  init(snapshot: Int, entry: EntryID, kind: EntryChange.Kind, at: Instant) {
    self.snapshot = snapshot
    self.entry = entry
    self.kind = kind
    self.at = at
  }

  init(reading row: inout RowReader) throws {
    snapshot = row.integer()
    let entry = row.text()
    let (name, reason) = (row.text(), row.optionalText())
    let at = row.instant()
    try row.verify("the change of \(entry) in the result \(snapshot)")
    guard let id = EntryID(entry), let kind = EntryChange.Kind(name, reason: reason), let at else {
      throw DamagedRow("the change of \(entry) in the result \(snapshot)")
    }
    self.entry = id
    self.kind = kind
    self.at = at
  }

  func write(to row: inout RowWriter) {
    row.integer(snapshot)
    row.text(entry.description)
    row.text(kind.name)
    row.text(kind.reason?.description)
    row.instant(at)
  }

  /// Returns the rows that a condition selects, sorted by result and entry.
  ///
  /// - Parameter condition: a WHERE clause, or empty.
  static func all(_ condition: String, _ arguments: StatementArguments = [], in database: Database) throws -> [ChangeRow] {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM change \(condition) ORDER BY snapshot, entry")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var changes: [ChangeRow] = []
    while try rows.next() != nil {
      var reader = RowReader(statement)
      changes.append(try ChangeRow(reading: &reader))
    }
    return changes
  }

  /// Returns why an entry is gone, judging by its last line: whether it is an event or alert whose time was over.
  ///
  /// - Parameters:
  ///   - line: the last line of the entry.
  ///   - moment: when the result without the entry was accepted.
  /// - Returns: `event.ended` or `feed.removed`.
  static func reason(of line: [UInt8], at moment: Instant) -> ReasonCode {
    hasEnded(line, at: moment) ? .eventEnded : .feedRemoved
  }

  /// Whether an event or alert was over. Compares the last day of an event in UTC, because its line has no zone. False for other
  /// lines.
  private static func hasEnded(_ line: [UInt8], at moment: Instant) -> Bool {
    do {
      let document = try JSONDocument(parsing: line)
      if let end = document.root["endDate"]?.string.flatMap({ LocalDate($0) }) { return end < moment.local(offset: 0).date }
      if let end = document.root["endsAt"]?.string.flatMap({ Instant($0) }) { return end <= moment }
      return false
    } catch {
      return false
    }
  }
}
