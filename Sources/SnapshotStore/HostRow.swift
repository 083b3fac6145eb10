import FeedKit
import Fetching
import GRDB

/// The row of a server's state, by its origin, such as "https://example.org:443".
struct HostRow: StoredRow {
  static let columns = "origin, not_before, failures, openings, check_sum"
  static let insertion = """
    INSERT OR REPLACE INTO host (origin, not_before, failures, openings, check_sum) VALUES (?, ?, ?, ?, ?)
    """

  let state: HostState

  init(_ state: HostState) { self.state = state }

  init(reading row: inout RowReader) throws {
    var state = HostState(origin: row.text())
    state.notBefore = row.optionalInstant()
    state.failures = row.integer()
    state.openings = row.integer()
    try row.verify("the server \(state.origin)")
    self.state = state
  }

  func write(to row: inout RowWriter) {
    row.text(state.origin)
    row.instant(state.notBefore)
    row.integer(state.failures)
    row.integer(state.openings)
  }
}
