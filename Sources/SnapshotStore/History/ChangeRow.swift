import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import SimdJSON

/// The row of what one result changed of one entry; of an entry that is gone it is what remains.
struct ChangeRow: StoredRow {
  static let columns = "snapshot, entry, what, reason, at, check_sum"
  static let insertion = """
    INSERT OR REPLACE INTO change (snapshot, entry, what, reason, at, check_sum) VALUES (?, ?, ?, ?, ?, ?)
    """

  let snapshot: Int
  let entry: EntryID
  let what: EntryChange.What
  /// When the result was accepted.
  let at: Instant

  init(snapshot: Int, entry: EntryID, what: EntryChange.What, at: Instant) {
    self.snapshot = snapshot
    self.entry = entry
    self.what = what
    self.at = at
  }

  init(reading row: inout RowReader) throws {
    snapshot = row.integer()
    let entry = row.text()
    let (what, reason) = (row.text(), row.optionalText())
    let at = row.instant()
    try row.verify("the change of \(entry) in the result \(snapshot)")
    guard let id = EntryID(entry), let what = EntryChange.What(what, reason: reason), let at else {
      throw DamagedRow("the change of \(entry) in the result \(snapshot)")
    }
    self.entry = id
    self.what = what
    self.at = at
  }

  func write(to row: inout RowWriter) {
    row.integer(snapshot)
    row.text(entry.description)
    row.text(what.name)
    row.text(what.reason?.description)
    row.instant(at)
  }

  /// - Parameter condition: begins with WHERE, or is empty.
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

  /// Why an entry is gone, by its last line: an event that is over or an alert that has ended by itself left as it should.
  static func reason(of line: [UInt8], at moment: Instant) -> ReasonCode {
    hasEnded(line, at: moment) ? .eventEnded : .feedRemoved
  }

  /// The day of an event is compared in UTC: its line names no zone.
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
