import FeedKit
import Fetching
import GRDB
import OpeningHours
import StoreInterface

/// The row of a reply that a result was read from: the name of its body, and what else the adapter got of the reply.
struct BodyRow: StoredRow {
  static let columns = "snapshot, label, sha256, url, headers, received_at, check_sum"
  static let insertion = """
    INSERT INTO snapshot_body (snapshot, label, sha256, url, headers, received_at, check_sum) VALUES (?, ?, ?, ?, ?, ?, ?)
    """

  let snapshot: Int
  let label: String
  let body: ContentID
  /// The address that replied, its headers, and when the body was received. Nil in rows of earlier versions, where these columns are
  /// NULL and not part of the checksum.
  let reply: (url: String, headers: StoredHeaders, receivedAt: Instant)?

  init(snapshot: Int, _ request: RequestRow) {
    self.snapshot = snapshot
    label = request.label
    body = request.body
    reply = (request.state.url, request.state.headers, request.state.receivedAt)
  }

  init(reading row: inout RowReader) throws {
    snapshot = row.integer()
    label = row.text()
    let body = row.content()
    if row.isNull {
      row.pass(3)
      reply = nil
      try row.verify("the body \(label) of the result \(snapshot)")
    } else {
      let (url, headers, receivedAt) = (row.text(), row.text(), row.instant())
      try row.verify("the body \(label) of the result \(snapshot)")
      reply = receivedAt.map { (url, StoredHeaders(json: headers), $0) }
    }
    guard let body else { throw DamagedRow("the body \(label) of the result \(snapshot)") }
    self.body = body
  }

  func write(to row: inout RowWriter) {
    row.integer(snapshot)
    row.text(label)
    row.content(body)
    row.text(reply?.url)
    row.text(reply?.headers.json)
    row.instant(reply?.receivedAt)
  }

  /// Returns the rows that a condition selects, sorted by result and label.
  ///
  /// - Parameter condition: a WHERE clause, or empty.
  static func all(_ condition: String, _ arguments: StatementArguments = [], in database: Database) throws -> [BodyRow] {
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM snapshot_body \(condition) ORDER BY snapshot, label")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var bodies: [BodyRow] = []
    while try rows.next() != nil {
      var reader = RowReader(statement)
      bodies.append(try BodyRow(reading: &reader))
    }
    return bodies
  }
}
