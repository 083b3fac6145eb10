import CampusCatalog
import FeedKit
import GRDB
import OpeningHours
import StoreInterface

/// The row of a run: its time, its selection and the names of its contents. Runs that differ only in their times have the same contents.
struct RunRow: StoredRow {
  static let columns = "id, generated_at, selection, campuses, reports, parts, checked, check_sum"
  static let insertion = """
    INSERT INTO run (id, generated_at, selection, campuses, reports, parts, checked, check_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """

  let id: Int
  let generatedAt: Instant
  /// The campuses and feeds that were selected, as JSON (`StoredJSON`).
  let selection: RunSelection
  /// The content of the campus lines.
  let campuses: ContentID
  /// The content of the feed reports, one a line, without the times at which feeds were checked.
  let reports: ContentID
  /// The content that lists the entry lines, a `PartList`.
  let parts: ContentID
  /// The times at which feeds were checked, in the format of `CheckTimes`.
  let checked: String

  init(id: Int, _ run: PreparedRun) {
    self.id = id
    generatedAt = run.generatedAt
    selection = run.selection
    campuses = run.campuses
    reports = run.reports
    parts = run.parts
    checked = run.checked
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

  /// Calls `body` with the rows that a condition selects, newest first; runs of the same time by descending id.
  ///
  /// - Parameters:
  ///   - condition: a WHERE clause, or empty.
  ///   - body: returns false to stop.
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

  /// Returns the row of a run; nil if there is none.
  static func row(_ id: Int, in database: Database) throws -> RunRow? {
    var found: RunRow?
    try each("WHERE id = ?", [id], in: database) { row in
      found = row
      return false
    }
    return found
  }
}
