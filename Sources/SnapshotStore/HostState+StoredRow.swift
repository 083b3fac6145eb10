import GRDB

/// A server's state is stored by its origin, such as "https://example.org:443".
extension HostState: StoredRow {
  static let table = StoredTable("host", ["origin", "not_before", "failures", "openings"], or: .replace)

  init(reading row: inout RowReader) throws {
    self.init(origin: row.text())
    notBefore = row.optionalInstant()
    failures = row.integer()
    openings = row.integer()
    try row.verify("the server \(origin)")
  }

  var values: [any ColumnValue] { [origin, notBefore, failures, openings] }
}
