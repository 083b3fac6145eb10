import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import StoreInterface

/// The row of a run: when, of what, and the names of what it wrote. Runs that wrote the same but for the times name the same contents.
struct RunRow: StoredRow {
  static let columns = "id, generated_at, selection, campuses, reports, parts, checked, check_sum"
  static let insertion = """
    INSERT INTO run (id, generated_at, selection, campuses, reports, parts, checked, check_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  let id: Int
  let generatedAt: Instant
  let selection: RunSelection
  /// The campus lines.
  let campuses: ContentID
  /// The lines of the feeds' reports, without the times at which feeds were checked.
  let reports: ContentID
  /// Which entry lines, a `PartList`.
  let parts: ContentID
  /// These times, a `CheckTimes`.
  let checked: String

  init(id: Int, _ change: RunChange) {
    self.id = id
    generatedAt = change.generatedAt
    selection = change.selection
    campuses = change.campuses
    reports = change.reports
    parts = change.parts
    checked = change.checked
  }

  init(reading row: inout RowReader) throws {
    id = row.integer()
    let generatedAt = row.instant()
    let selection = row.text()
    let contents = (campuses: row.content(), reports: row.content(), parts: row.content())
    checked = row.text()
    try row.verify("the run \(id)")
    guard let generatedAt, let campuses = contents.campuses, let reports = contents.reports, let parts = contents.parts,
      let selection = try StoredJSON.selection(selection)
    else { throw DamagedRow("the run \(id)") }
    self.generatedAt = generatedAt
    self.selection = selection
    self.campuses = campuses
    self.reports = reports
    self.parts = parts
  }

  func write(to row: inout RowWriter) {
    row.integer(id)
    row.instant(generatedAt)
    row.text(StoredJSON.write(selection))
    row.content(campuses)
    row.content(reports)
    row.content(parts)
    row.text(checked)
  }

  /// Those that a condition selects, newest first; of one moment the one that was kept last.
  ///
  /// - Parameters:
  ///   - condition: begins with WHERE, or is empty.
  ///   - body: false: that is enough.
  static func each(
    _ condition: String = "", _ arguments: StatementArguments = [], in database: Database, _ body: (RunRow) throws -> Bool
  ) throws {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM run \(condition) ORDER BY generated_at DESC, id DESC")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while try rows.next() != nil {
      var reader = RowReader(statement)
      guard try body(try RunRow(reading: &reader)) else { return }
    }
  }

  static func row(_ id: Int, in database: Database) throws -> RunRow? {
    var found: RunRow?
    try each("WHERE id = ?", [id], in: database) { row in
      found = row
      return false
    }
    return found
  }
}
